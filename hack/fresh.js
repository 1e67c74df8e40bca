import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

/*
 * `node hack/fresh.js LINE…`: runs lines of a shell in a clone of HEAD as on a machine with nothing but the tools that
 * README asks for: no other program on the PATH, an empty home, and an empty cache. What was built and downloaded once
 * is passed on, and the settings of Go and npm with it. Each line must succeed, and each must end with the totals of a
 * test run; the last line that this prints is the sum of them.
 */
const tools = {
  required: ['make', 'git', 'npm', 'npx'],
  optional: ['go', 'gofmt', 'cc', 'gcc', 'c++', 'g++', 'as', 'ld', 'ar'],
  /** What the shells of make and npm find on every machine: the utilities of POSIX, and bash. */
  system:
    `sh bash awk basename cat chmod comm cp cut date dirname echo env expand expr false find grep head id kill
    ln ls mkdir mktemp mv nice nohup paste printf pwd rm rmdir sed sleep sort tail tee test touch tr true uname uniq wc
    xargs`.split(/\s+/),
}
/** Where packages come from, through what, and whose certificates are trusted. */
const network =
  /^(?:(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR)|GIT_SSL_CAINFO)$/i
const goSettings =
  `GOCACHE GOMODCACHE GOPATH GOPROXY GONOPROXY GOSUMDB GONOSUMDB GOPRIVATE GOINSECURE GOVCS GOAUTH
  GOFLAGS GOTOOLCHAIN`.split(/\s+/)

const lines = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'kops-fresh-'))
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

const clone = join(scratch, 'kops')
const environment = makeEnvironment()
cloneHead()
const totals = { passed: 0, failed: 0, skipped: 0 }
const summaries = []
for (const line of lines) await runLine(line)
console.log(['', 'in a fresh clone:', ...summaries.map((each) => `  ${each}`), ''].join('\n'))
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exitCode = totals.failed === 0 ? 0 : 1

function makeEnvironment() {
  const given = Object.entries(process.env)
  return {
    ...Object.fromEntries(given.filter(([name]) => network.test(name) || name === 'CI')),
    ...goEnvironment(),
    ...npmEnvironment(),
    PATH: linkTools(),
    HOME: makeFolder('home'),
    XDG_CACHE_HOME: linkCaches(),
  }
}

function linkTools() {
  const folder = makeFolder('bin')
  symlinkSync(process.execPath, join(folder, 'node'))
  for (const name of [...tools.required, ...tools.optional, ...tools.system]) {
    const path = find(name)
    if (path !== undefined) symlinkSync(path, join(folder, name))
    else if (tools.required.includes(name)) throw new Error(`there is no \`${name}\` on the PATH`)
  }
  return folder
}

/** The control plane and the Nodes of this machine; what is missing is built into its own cache. */
function linkCaches() {
  const home = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
  const own = join(process.env.XDG_CACHE_HOME || join(homedir(), home), 'kops')
  const folder = makeFolder('cache')
  mkdirSync(join(folder, 'kops'))
  for (const name of ['control-plane', 'node']) {
    mkdirSync(join(own, name), { recursive: true })
    symlinkSync(join(own, name), join(folder, 'kops', name))
  }
  return folder
}

function goEnvironment() {
  if (find('go') === undefined) return {}
  const settings = JSON.parse(read('go', ['env', '-json', ...goSettings]))
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''))
}

function npmEnvironment() {
  const names = ['cache', 'userconfig', 'globalconfig']
  return Object.fromEntries(
    names.map((name) => [`npm_config_${name}`, read('npm', ['config', 'get', name]).trim()]),
  )
}

function cloneHead() {
  const head = read('git', ['rev-parse', 'HEAD']).trim()
  run('git', ['clone', '--quiet', '--no-checkout', '.', clone])
  run('git', ['-C', clone, '-c', 'advice.detachedHead=false', 'checkout', '--quiet', head])
}

/** Shows what a line prints, and adds up the totals that it ends with. One that fails otherwise counts as a failure. */
async function runLine(line) {
  console.log(`\n$ ${line}`)
  const child = spawn('sh', ['-c', line], {
    cwd: clone,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let end = ''
  child.stdout.on('data', (chunk) => {
    process.stdout.write(chunk)
    end = (end + chunk).slice(-10_000)
  })
  const code = await new Promise((resolve) => child.once('close', resolve))
  const found = [...end.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)].at(-1)
  const [passed, failed, skipped] = (found ?? []).slice(1).map(Number)
  totals.passed += passed ?? 0
  totals.failed += failed || (code === 0 && found !== undefined ? 0 : 1)
  totals.skipped += skipped ?? 0
  summaries.push(`${found?.[0] ?? 'no totals'}, exit code ${code}: ${line}`)
}

function find(name) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((each) => each !== '')
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

function makeFolder(name) {
  const folder = join(scratch, name)
  mkdirSync(folder)
  return folder
}

function read(program, words) {
  return execFileSync(program, words, { encoding: 'utf8' })
}

function run(program, words) {
  execFileSync(program, words, { stdio: 'inherit' })
}
