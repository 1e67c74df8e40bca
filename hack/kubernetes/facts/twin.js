import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * @typedef {{ module: string, importPath: string, names: string[] }} TwinPackage `module` is kops's name
 * (`core/v1`), `names` the types that get a field
 */

/**
 * Writes one Go package per twin, with a kind that has a field of each type, runs controller-gen on all, and
 * returns its schema of each type. @param {string} folder @param {TwinPackage[]} packages
 * @param {{ controllerGen: string, goModule: string }} tools
 * @returns {Record<string, Record<string, any>>} by module and type name
 */
export function schemasByControllerGen(folder, packages, tools) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'go.mod'), tools.goModule)
  for (const twin of packages) writePackage(folder, twin)
  execFileSync('go', ['mod', 'tidy'], { cwd: folder, stdio: 'ignore' })
  runControllerGen(folder, tools.controllerGen)
  const schemas = /** @type {Record<string, Record<string, any>>} */ ({})
  for (const file of readdirSync(join(folder, 'out'))) {
    const crd = parse(readFileSync(join(folder, 'out', file), 'utf8'))
    const twin = packages.find((each) => goName(each) === crd.spec.group.split('.')[0])
    if (!twin) throw new Error(`controller-gen wrote an unexpected file ${file}`)
    const { apiVersion, kind, metadata, ...types } =
      crd.spec.versions[0].schema.openAPIV3Schema.properties
    schemas[twin.module] = Object.fromEntries(
      Object.entries(types).map(([name, schema]) => [name.slice(1), schema]),
    )
  }
  return schemas
}

/** @param {string} folder @param {string} controllerGen */
function runControllerGen(folder, controllerGen) {
  const options = 'crd:allowDangerousTypes=true,ignoreUnexportedFields=true,maxDescLen=0'
  try {
    execFileSync(controllerGen, [options, 'paths=./...', `output:dir=${join(folder, 'out')}`], {
      cwd: folder,
    })
  } catch (error) {
    // A single type that controller-gen refuses makes it fail, with all the others written.
    process.stderr.write(String(/** @type {any} */ (error).stderr))
  }
}

/** @param {TwinPackage} twin */
function goName(twin) {
  return twin.module.replace(/[^a-z0-9]/g, '')
}

/** @param {string} folder @param {TwinPackage} twin */
function writePackage(folder, twin) {
  const name = goName(twin)
  mkdirSync(join(folder, name), { recursive: true })
  const isMeta = twin.importPath.endsWith('meta/v1')
  const lines = [
    `// +groupName=${name}.example.com`,
    '// +versionName=v1',
    `package ${name}`,
    'import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"',
    ...(isMeta ? [] : [`import api "${twin.importPath}"`]),
    'type Every struct {',
    '\tmetav1.TypeMeta `json:",inline"`',
    '\tmetav1.ObjectMeta `json:"metadata,omitempty"`',
    ...twin.names.map(
      (each) => `\tX${each} ${isMeta ? 'metav1' : 'api'}.${each} \`json:"X${each}"\``,
    ),
    '}',
  ]
  writeFileSync(join(folder, name, 'types.go'), lines.join('\n') + '\n')
}
