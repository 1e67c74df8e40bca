import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ProgramsNotFoundError, startControlPlane } from '../dist/testing/index.js'

/*
 * `make demo`: the main job from start to end, as a new user does it, in the folder .demo/shop. Each command is shown
 * before it runs.
 */
const folder = '.demo/shop'
const kops = [process.execPath, `${process.cwd()}/bin/kops.js`]
const typeFile = 'api/apps/v1/application.ts'
const crdFile = 'config/crd/bases/apps.example.org_applications.yaml'

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

step('Make a project')
run('kops', 'init', '--domain', 'example.org')

step('Add two APIs in two groups')
run('kops', 'create', 'api', '--group', 'apps', '--version', 'v1', '--kind', 'Application')
run('kops', 'create', 'api', '--group', 'backup', '--version', 'v1', '--kind', 'Schedule')

step(`Add a field to the type in ${typeFile}`)
editType()

step('Bring the manifests up to date')
run('make', 'manifests')

step('The project')
printTree('.', '')

step(`The CRD in ${crdFile}`)
process.stdout.write(read(crdFile))

step('Apply the result')
await applyAll()

function step(title) {
  process.stdout.write(`\n== ${title}\n\n`)
}

function run(...words) {
  process.stdout.write(`$ ${words.join(' ')}\n`)
  const [program, ...rest] = words[0] === 'kops' ? [...kops, ...words.slice(1)] : words
  execFileSync(program, rest, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
}

function read(path) {
  return readFileSync(join(folder, path), 'utf8')
}

function editType() {
  const field = `  /**
   * How long a pod may take to end, in seconds.
   * @minimum 1
   * @maximum 600
   */
  gracePeriodSeconds?: Int32
`
  const before = read(typeFile)
  const start = before.indexOf('{', before.indexOf('export interface ApplicationSpec')) + 2
  writeFileSync(join(folder, typeFile), `${before.slice(0, start)}${field}\n${before.slice(start)}`)
  process.stdout.write(field)
}

function printTree(path, indent) {
  const entries = readdirSync(join(folder, path), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .sort((left, right) => (left.name < right.name ? -1 : 1))
  for (const entry of entries) {
    process.stdout.write(`${indent}${entry.name}${entry.isDirectory() ? '/' : ''}\n`)
    if (entry.isDirectory()) printTree(join(path, entry.name), `${indent}  `)
  }
}

/** Server-side apply of the CRDs and the samples to a real API server. */
async function applyAll() {
  const controlPlane = await findControlPlane()
  if (controlPlane === undefined) return
  try {
    await controlPlane.install([join(folder, 'config/crd/bases')])
    for (const name of readdirSync(join(folder, 'config/samples')).filter((each) =>
      each.endsWith('.yaml'),
    )) {
      const sample = parse(read(`config/samples/${name}`))
      sample.metadata.namespace ??= 'default'
      const applied = await controlPlane.client.apply(sample, { fieldManager: 'demo' })
      process.stdout.write(
        `applied ${applied.kind} ${applied.metadata.name}: ${JSON.stringify(applied.spec)}\n`,
      )
    }
  } finally {
    await controlPlane.stop()
  }
}

async function findControlPlane() {
  try {
    const write = (text) => process.stdout.write(text)
    return await startControlPlane({ progress: { isTerminal: false, write } })
  } catch (error) {
    if (!(error instanceof ProgramsNotFoundError)) throw error
    process.stdout.write(`no control plane here, so nothing is applied: ${error.message}\n`)
    return undefined
  }
}
