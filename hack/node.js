import { execFileSync } from 'node:child_process'
import { accessSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/*
 * `node hack/node.js MAJOR`: prints the folder that holds the Node of that major in hack/node-versions.json, installed
 * from Node's npm package into the cache of kops where it is not there yet. `node hack/node.js --others`: prints the
 * majors beside that of the Node that runs this.
 */
const [major = ''] = process.argv.slice(2)
const versions = JSON.parse(readFileSync(new URL('node-versions.json', import.meta.url), 'utf8'))
if (major === '--others') {
  const own = process.versions.node.split('.')[0]
  console.log(
    Object.keys(versions)
      .filter((each) => each !== own)
      .join(' '),
  )
  process.exit(0)
}
const version = versions[major]
if (version === undefined) {
  console.error(
    `NODE=${major}: the versions to choose from are ${Object.keys(versions).join(', ')}`,
  )
  process.exit(1)
}
const { platform, arch, env } = process
/** The package that the install script of the package `node` would choose. */
const name = `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`
const caches =
  env.XDG_CACHE_HOME || join(homedir(), platform === 'darwin' ? 'Library/Caches' : '.cache')
const folder = join(caches, 'kops/node', `${name}-${version}`)
const bin = join(folder, 'node_modules', name, 'bin')

if (!isThere(join(bin, 'node'))) install()
console.log(bin)

/** All of it or nothing: another process may install the same. */
function install() {
  mkdirSync(join(folder, '..'), { recursive: true })
  const draft = mkdtempSync(`${folder}.`)
  try {
    const line = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', [...line, '--prefix', draft, `${name}@${version}`], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    try {
      renameSync(draft, folder)
    } catch (error) {
      if (!isThere(join(bin, 'node'))) throw error
    }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function isThere(path) {
  try {
    accessSync(path)
    return true
  } catch {
    return false
  }
}
