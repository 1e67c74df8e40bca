import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { generatePackage } from '../markers/generate-package.ts'
import { markerTwins, type MarkerTwin } from '../markers/marker-twins.ts'
import { compareValues } from '../oracle/compare-objects.ts'
import {
  hasGo,
  readObjects,
  TwinModule,
  type ControllerGenOutput,
} from '../oracle/controller-gen.ts'
import { sortVersions } from '../oracle/sort-versions.ts'
import { isJsonObject, toJson } from '../oracle/to-json.ts'

/** Where kops means to say something else, and why: paths that differ. */
const wantedDifferences: Readonly<
  Record<string, { readonly path: RegExp; readonly reason: string }>
> = {
  'kubebuilder:printcolumn type': {
    path: /\.subresources$/,
    reason: 'a column does not make an empty `subresources`',
  },
}

const twins = markerTwins.flatMap(({ go, ...twin }, index) =>
  go === undefined ? [] : [{ ...twin, go, name: `t${index}` }],
)
type GoTwin = (typeof twins)[number]

const generators: Readonly<Record<MarkerTwin['output'], readonly string[]>> = {
  crd: ['crd'],
  rbac: ['rbac:roleName=manager-role'],
  webhook: ['webhook'],
}

let scratch: string
let module: TwinModule
/** What controller-gen makes of all packages whose output is told apart by group, in one run. */
let definitions: ControllerGenOutput

const isHere = await hasGo()

beforeAll(async () => {
  if (!isHere) return
  scratch = await mkdtemp(join(tmpdir(), 'kops-marker-twins-'))
  await Promise.all(twins.map(writeTwin))
  module = await TwinModule.create(
    Object.fromEntries(twins.map(({ name }) => [name, join(scratch, name)])),
  )
  const paths = twins.filter(({ output }) => output === 'crd').map(({ name }) => `./${name}/...`)
  definitions = await module.run(generators.crd, paths)
})

afterAll(async () => {
  if (!isHere) return
  await module.remove()
  await rm(scratch, { recursive: true })
})

test.skipIf(!isHere).for(twins)('$registration equals controller-gen', async (twin) => {
  const { objects, complaints } = await controllerGenOf(twin)
  expect(complaints).toEqual([])
  const { output, codes } = await generatePackage(twin.typescript(groupOf(twin)))
  expect(codes).toEqual([])
  const differences = compareValues(
    comparable(readObjects(output), twin),
    comparable(objects, twin),
  )
  const wanted = wantedDifferences[twin.registration]
  expect(differences.filter(({ path }) => wanted?.path.test(path) !== true)).toEqual([])
  if (wanted !== undefined) expect(differences, wanted.reason).not.toEqual([])
})

async function writeTwin({ name, go, ...twin }: GoTwin): Promise<void> {
  for (const [version, text] of Object.entries(go(groupOf({ name, go, ...twin })))) {
    await mkdir(join(scratch, name, version), { recursive: true })
    await writeFile(join(scratch, name, version, 'widget.go'), text)
  }
}

function groupOf({ name }: GoTwin): string {
  return `${name}.my.domain`
}

async function controllerGenOf(twin: GoTwin): Promise<ControllerGenOutput> {
  const { name, output } = twin
  if (output !== 'crd') return module.run(generators[output], [`./${name}/...`])
  return {
    objects: definitions.objects.filter(({ spec }) => isOfGroup(spec, groupOf(twin))),
    complaints: definitions.complaints.filter((line) => line.startsWith(`${name}/`)),
  }
}

function isOfGroup(spec: unknown, group: string): boolean {
  return typeof spec === 'object' && spec !== null && 'group' in spec && spec.group === group
}

/** Of a twin's output, by kind and name, without the generator's own name and line breaks of texts. */
function comparable(objects: readonly KubernetesObject[], { output }: GoTwin): JsonObject {
  const wanted = objects.filter(
    ({ kind }) => (kind === 'CustomResourceDefinition') === (output === 'crd'),
  )
  return Object.fromEntries(
    wanted.map((object) => [
      `${object.kind} ${object.metadata.name ?? ''}`,
      sortVersions(normalize(toJson(object))),
    ]),
  )
}

function normalize(value: JsonValue): JsonValue {
  if (typeof value === 'string') return value.replaceAll('\n', ' ')
  if (Array.isArray(value)) return value.map(normalize)
  if (!isJsonObject(value)) return value
  const fields = Object.entries(value)
    .filter(([name]) => name !== 'controller-gen.kubebuilder.io/version')
    .map(([name, field]) => [name, normalize(field)] as const)
    .filter(([name, field]) => name !== 'annotations' || Object.keys(Object(field)).length > 0)
  return Object.fromEntries(fields)
}
