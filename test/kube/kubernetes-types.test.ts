import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../../src/apimachinery/custom-resource-definition.ts'
import { packageFacts } from '../../src/kubernetes/facts.ts'
import { librarySchema } from '../../src/kubernetes/library.ts'
import { hasGo, TwinModule } from '../oracle/controller-gen.ts'

/*
 * Every type of core/v1, apps/v1, networking/v1, batch/v1 and meta/v1, embedded: controller-gen's schema for
 * the Go type beside kops's for the TypeScript type.
 */

const modules = ['apps/v1', 'batch/v1', 'core/v1', 'meta/v1', 'networking/v1']

/** Types whose words the declarations that the build reads do not have, and so descriptions that may be missing. */
const withoutWords = new Set([
  'AvoidPods',
  'ComponentCondition',
  'ComponentStatus',
  'ComponentStatusList',
])

let folder = ''
let schemas: Map<string, JSONSchemaProps>

beforeAll(async () => {
  if (!(await hasGo())) return
  folder = await mkdtemp(join(tmpdir(), 'kops-kubernetes-types-'))
  for (const module of modules) await writeTwin(module)
  const twins = await TwinModule.create({ every: folder })
  const { objects } = await twins.run(['crd:allowDangerousTypes=true,ignoreUnexportedFields=true'])
  await twins.remove()
  schemas = new Map(
    objects.map((object) => schemaEntry(object as unknown as CustomResourceDefinition)),
  )
})

afterAll(async () => {
  if (folder !== '') await rm(folder, { recursive: true, force: true })
})

function schemaEntry(crd: CustomResourceDefinition): [string, JSONSchemaProps] {
  const schema = crd.spec.versions[0]?.schema.openAPIV3Schema
  if (schema === undefined) throw new Error(`${crd.metadata.name} has no version`)
  return [crd.spec.group.replace('.example.com', ''), schema]
}

function typeNames(module: string): string[] {
  return Object.keys(packageFacts(module).types)
}

async function writeTwin(module: string): Promise<void> {
  const name = module.replace('/', '')
  const isMeta = module === 'meta/v1'
  const fields = typeNames(module).map(
    (each) => `\tX${each} ${isMeta ? 'metav1' : 'api'}.${each} \`json:"${each}"\``,
  )
  const lines = [
    `// +groupName=${name}.example.com`,
    '// +versionName=v1',
    `package ${name}`,
    'import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"',
    ...(isMeta ? [] : [`import api "k8s.io/api/${module}"`]),
    'type Every struct {',
    '\tmetav1.TypeMeta `json:",inline"`',
    '\tmetav1.ObjectMeta `json:"metadata,omitempty"`',
    ...fields,
    '}',
  ]
  await mkdir(join(folder, name))
  await writeFile(join(folder, name, 'types.go'), lines.join('\n'))
}

function withoutDescriptions(schema: JSONSchemaProps): unknown {
  return JSON.parse(
    JSON.stringify(schema, (key: string, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  )
}

/** Every description by path, white space collapsed. */
function descriptions(value: unknown, path = ''): [path: string, text: string][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]): [string, string][] =>
    key === 'description' && typeof each === 'string'
      ? [[path, each.replace(/\s+/g, ' ').trim()]]
      : descriptions(each, `${path}/${key}`),
  )
}

test('every type gives the schema that controller-gen gives for the Go type', async ({ skip }) => {
  if (!(await hasGo())) skip('needs Go')
  const options = { embeddedMetadata: false, descriptions: false }
  let compared = 0
  for (const module of modules) {
    const twin = schemas.get(module.replace('/', ''))
    for (const name of typeNames(module)) {
      const expected = twin?.properties?.[name]
      const actual = librarySchema({ module: `kops/kubernetes/${module}`, name }, options)
      expect(actual, `${module}.${name}`).toEqual(expected && withoutDescriptions(expected))
      compared++
    }
  }
  console.log(`${compared} types of ${modules.join(', ')} equal controller-gen's`)
  expect(compared).toBeGreaterThan(450)
})

test('descriptions are Kubernetes’ own, but for those of named strings in lists', async ({
  skip,
}) => {
  if (!(await hasGo())) skip('needs Go')
  const options = { embeddedMetadata: false, descriptions: true }
  const counts = { equal: 0, missing: 0 }
  for (const module of modules) {
    const twin = schemas.get(module.replace('/', ''))
    for (const name of typeNames(module).filter((each) => !withoutWords.has(each))) {
      const type = { module: `kops/kubernetes/${module}`, name }
      const own = new Map(descriptions(librarySchema(type, options) ?? {}))
      for (const [path, text] of descriptions(twin?.properties?.[name] ?? {})) {
        const actual = own.get(path)
        if (actual === text) counts.equal++
        else counts.missing++
      }
    }
  }
  console.log(`${counts.equal} descriptions equal controller-gen's, ${counts.missing} missing`)
  expect(counts.missing / (counts.equal + counts.missing)).toBeLessThan(0.02)
})
