/*
 * Writes src/kubernetes/facts/<release>.json. Arguments: the release, the URL of its API server and a token.
 * Needs `go` and, in CONTROLLER_GEN, the path of controller-gen.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expander, foldTypes, placeOf } from './facts.js'
import { readComponents, readResources } from './open-api.js'
import { schemasByControllerGen } from './twin.js'

const [release = '', url = '', token = ''] = process.argv.slice(2)
const controllerGen = process.env['CONTROLLER_GEN'] ?? 'controller-gen'
const moduleVersion = release.replace(/^v1\./, 'v0.')
const goModules = ['api', 'apimachinery', 'apiextensions-apiserver', 'kube-aggregator']
const goModule = [
  'module twin',
  'go 1.26.0',
  'require (',
  ...goModules.map((each) => `k8s.io/${each} ${moduleVersion}`),
  ')',
].join('\n')

const server = { url, token }
const components = await readComponents(server)
const resources = await readResources(server)
const importPaths = new Map(
  Object.keys(components).flatMap((name) => {
    const place = placeOf(name)
    return place ? [[place.module, place.importPath]] : []
  }),
)
const goTypes = readGoTypes(importPaths)
const packages = [...importPaths]
  .sort()
  .map(([module, importPath]) => ({ module, importPath, names: namesOf(module) }))
const folder = mkdtempSync(join(tmpdir(), 'kubernetes-facts-'))
const schemas = schemasByControllerGen(folder, packages, { controllerGen, goModule })
const types = foldTypes({ components, goTypes, schemas })
prove()
const path = new URL(`../../../src/kubernetes/facts/${release}.json`, import.meta.url)
writeFileSync(path, render({ release, resources, types }))
process.stdout.write(`wrote src/kubernetes/facts/${release}.json\n`)

/** @param {Map<string, string>} paths @returns {Record<string, any>} */
function readGoTypes(paths) {
  const cache = execFileSync('go', ['env', 'GOMODCACHE'], { encoding: 'utf8' }).trim()
  const folders = new Map(
    [...paths].map(([module, importPath]) => {
      const name = importPath.split('/').slice(0, 2).join('/')
      return [importPath.replace(name, `${join(cache, name)}@${moduleVersion}`), module]
    }),
  )
  for (const each of goModules) {
    execFileSync('go', ['mod', 'download', `k8s.io/${each}@${moduleVersion}`])
  }
  const program = new URL('gotypes/main.go', import.meta.url).pathname
  const output = execFileSync('go', ['run', program, ...folders.keys()], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  return Object.fromEntries(
    Object.entries(JSON.parse(output)).map(([each, facts]) => [folders.get(each), facts]),
  )
}

/** Types of a module that get a field: those that OpenAPI names, Go's named types that are no structs, and structs with JSON names. @param {string} module */
function namesOf(module) {
  const structs = Object.entries(goTypes[module]?.fields ?? {})
    .filter(([, fields]) => Object.keys(/** @type {object} */ (fields)).length > 0)
    .map(([name]) => name)
  const open = Object.keys(components)
    .map(placeOf)
    .filter((place) => place?.module === module)
    .map((place) => place?.type ?? '')
  const named = Object.entries(goTypes[module]?.named ?? {})
    .filter(([, each]) => /** @type {any} */ (each).underlying !== '?')
    .map(([name]) => name)
  const extra = module === 'meta/v1' ? ['Duration'] : []
  return [...new Set([...open, ...named, ...structs, ...extra])].sort()
}

/** Expanding the facts must give controller-gen's schemas back. */
function prove() {
  const expand = expander(types)
  const wrong = Object.entries(schemas).flatMap(([module, each]) =>
    Object.entries(each)
      .filter(([name, schema]) => !isDeepStrictEqual(expand(types[module]?.[name] ?? {}), schema))
      .map(([name]) => `${module}.${name}`),
  )
  if (wrong.length > 0) process.stderr.write(`differ when expanded: ${wrong.join(' ')}\n`)
}

/** One line per type and per resource: small, and readable as a difference. @param {{ release: string, resources: Record<string, any[]>, types: Record<string, Record<string, any>> }} facts */
function render(facts) {
  const block = (/** @type {[string, unknown][]} */ entries, /** @type {string} */ indent) =>
    entries
      .map(([key, value]) => `${indent}${JSON.stringify(key)}:${JSON.stringify(value)}`)
      .join(',\n')
  const typeBlocks = Object.entries(facts.types)
    .sort()
    .map(([module, each]) => `${JSON.stringify(module)}:{\n${block(Object.entries(each), ' ')}\n}`)
  return `{"release":${JSON.stringify(facts.release)},
"resources":{
${block(Object.entries(facts.resources).sort(), '')}
},
"types":{
${typeBlocks.join(',\n')}
}}
`
}
