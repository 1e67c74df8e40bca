import fc from 'fast-check'
import { beforeAll, expect, inject, test } from 'vitest'
import type { CustomResourceDefinition } from '../../src/apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { renderYaml } from '../../src/manifest/render-yaml.ts'
import { installCustomResourceDefinitions, RestClient } from '../../src/testing/index.ts'
import { useClient } from './provided.ts'

/*
 * What kops writes is read by programs in Go. The API server, which decodes YAML as kubectl does, is sent
 * kops's text and asked what it understood.
 */

const group = 'yaml.kube.kops.dev'

/** A kind that keeps whatever it is given. */
const definition: CustomResourceDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `documents.${group}` },
  spec: {
    group,
    names: {
      kind: 'Document',
      listKind: 'DocumentList',
      plural: 'documents',
      singular: 'document',
    },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    ],
  },
}

beforeAll(async () => {
  const controlPlane = inject('controlPlane')
  if (controlPlane === undefined) return
  const client = new RestClient(controlPlane.connection)
  await installCustomResourceDefinitions(client, [definition])
  client.close()
})

/** What the server understands of a YAML text, as JSON with every digit. */
async function understand(client: RestClient, content: string): Promise<unknown> {
  const { status, body } = await client.raw({
    method: 'POST',
    path: `/apis/${group}/v1/namespaces/default/documents?dryRun=All`,
    contentType: 'application/yaml',
    body: `apiVersion: ${group}/v1\nkind: Document\nmetadata: {name: a}\n${content}`,
  })
  if (status !== 201) throw new Error(body)
  const [document] = parseYaml(body)
  const value = document?.value
  return typeof value === 'object' && value !== null && !isList(value)
    ? value['content']
    : undefined
}

/** Words that some reader of YAML takes for something else than text. */
const ambiguousWords =
  'y Y n N yes Yes no on Off true True FALSE null Null ~ 1 01 0o7 0777 08 0x1f 0b1 1e3 1e 1_000 .5 5. 1. 0.0 +1 -0 1.5e-3 12:30 190:20:30 9007199254740993 -9223372036854775808 = 2026-01-31 2026-01-31T12:00:00Z a#b a:b'.split(
    ' ',
  )

/** Signs that mean something in YAML, and white space that is easily lost. */
const awkwardSigns =
  '|: |a:|:a|#a|- a|-|?|? a|>|%a|.inf|-.Inf|.nan|<<|!a|&a|*a|@a|`a`|{a}|[a]|"a"|\'a\'|a\\b|---|...| |a b| a|a |a: b|a #b'
    .split('|')
    .concat(['|', 'a\nb', 'a\n', '\na', '\n', 'a\n\n b\n', '\ta', 'a\tb', 'a\r\nb', 'a\n---\nb'])
    .concat(['\u0007', '\u0085', '\u00a0', '\u2028', '\ufeff', '😀', 'é', '\u007f', '\ud7ff'])

const awkwardTexts = [...ambiguousWords, ...awkwardSigns]

const text = fc.oneof(
  fc.constantFrom(...awkwardTexts),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc
    .array(fc.constantFrom(...awkwardTexts), { minLength: 2, maxLength: 3 })
    .map((all) => all.join('\n')),
)

const { value: json } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.boolean(),
    fc.integer(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((each) => (each === 0 ? 0 : each)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
}))

test('the API server reads what kops writes', async (context) => {
  const client = useClient(context)
  await fc.assert(
    fc.asyncProperty(json, async (content) => {
      expect(await understand(client, renderYaml({ content }))).toEqual(normalize(content))
    }),
    { numRuns: 300 },
  )
})

const plainScalars = ambiguousWords.concat(
  ['', 'a\\b', '{a: y}', '[y, 1]', '"y"', "'1'", '!!str 1', "it's"],
  ['|\n  a\n  b', '>-\n  a\n  b'],
)

test.for(plainScalars)('kops reads %j as the API server does', async (plain, context) => {
  const understood = await understand(useClient(context), `content: ${plain}\n`)
  const [document] = parseYaml(`content: ${plain}\n`)
  context.expect(document?.value).toEqual({ content: understood ?? null })
})

/** The value as kops's client reads it: an integer is a `bigint` only where a double has other digits. */
function normalize(value: JsonValue): unknown {
  if (typeof value === 'bigint')
    return String(Number(value)) === String(value) ? Number(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (isList(value)) return value.map(normalize)
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, normalize(field)]))
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
