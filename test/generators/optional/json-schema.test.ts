import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/apimachinery/json.ts'
import { toJsonSchema } from '../../../src/generators/json-schema/to-json-schema.ts'
import { renderPrettyJson } from '../../../src/generators/json-schema/render-pretty-json.ts'
import { generatedFolder, readTree } from './generated-folder.ts'

const identity = {
  apiVersion: 'awkward.example.org/v1',
  kind: 'Record',
  metadata: { name: 'a', labels: { a: 'b' } },
}
const named = { 'a-b': 'x' }

const right: Readonly<Record<string, JsonObject>> = {
  'the least': { named },
  'names that are no identifiers': { named: { ...named, 'with space': 1 } },
  null: { named, choice: null },
  'an integer or a string': { named, port: '10%', quantities: { a: 1, b: '1Gi' } },
  'anything at all': { named, anything: [1, { a: null }], raw: { b: 1 } },
  'an object in an object': { named, object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, x: 1 } }, // prettier-ignore
  "Kubernetes' own types": { named, core: { containers: [{ name: 'a', resources: { limits: { cpu: 1 } } }] } }, // prettier-ignore
  'one branch': { named, shape: { kind: 'circle', radius: 1 } },
  'a key with a default': { named, items: [{ id: 1 }] },
}

const wrong: Readonly<Record<string, JsonObject>> = {
  'a missing field': {},
  'an unknown field': { named, wordz: [] },
  'an unknown field of a type of Kubernetes': { named, core: { containers: [{ name: 'a', imagee: 'b' }] } }, // prettier-ignore
  'a string for a number': { named: { ...named, 'with space': '1' } },
  'a number beyond its format': { named: { ...named, 'with space': 2 ** 31 } },
  'no member of the enumeration': { named, phase: 'Lost' },
  'no match of the pattern': { named, prefix: 'y-1' },
  'a set with an item twice': { named, words: ['a', 'a'] },
  'the fields of two branches': { named, shape: { kind: 'circle', side: 1 } },
  'an object without a kind': { named, object: { apiVersion: 'v1' } },
}

describe('the schemas of an awkward API', () => {
  test('judge what is written in manifests', async () => {
    const files = readTree(await generatedFolder())
    const ajv = new Ajv({
      strict: true,
      strictTypes: false,
      strictRequired: false,
      validateFormats: false,
    })
    const read = (path: string): object => JSON.parse(files.get(`config/schemas/${path}`) ?? '')
    ajv.addSchema(read('awkward.example.org/record_v1.json'), 'awkward.example.org/record_v1.json')
    const validators = {
      own: ajv.getSchema('awkward.example.org/record_v1.json'),
      all: ajv.compile(read('all.json')),
    }
    for (const [name, validate] of Object.entries(validators)) {
      for (const [title, spec] of Object.entries(right)) {
        const isValid = validate?.({ ...identity, spec })
        expect([isValid, validate?.errors], `${name}: ${title}`).toEqual([true, null])
      }
      for (const [title, spec] of Object.entries(wrong)) {
        expect(validate?.({ ...identity, spec }), `${name}: ${title}`).toBe(false)
      }
      expect(validate?.({ ...identity, spec: { named }, specc: {} })).toBe(false)
      expect(validate?.({ ...identity, metadata: { nam: 'a' }, spec: { named } })).toBe(false)
    }
    const other = { apiVersion: 'v1', kind: 'Pod', specc: 1 }
    expect(validators.all(other)).toBe(true)
    expect(validators.own?.(other)).toBe(false)
  })
})

describe('toJsonSchema()', () => {
  test.for([
    ['bounds that are exclusive', { type: 'number', minimum: 1, exclusiveMinimum: true }, { type: 'number', exclusiveMinimum: 1 }],
    ['an integer or a string, once', { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }, { type: ['integer', 'string'] }],
    ['a format that means something else there', { type: 'string', format: 'duration' }, { type: 'string' }],
    ['a pattern that JavaScript does not have', { type: 'string', pattern: '(?i)^a\\z' }, { type: 'string' }],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, { type: 'object', additionalProperties: { type: 'string' } }],
    ['an object whose unknown fields are kept', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, { type: 'object' }],
    ['what is filled in', { type: 'object', required: ['a'], properties: { a: { type: 'string', default: 'x' } } }, { type: 'object', properties: { a: { type: 'string', default: 'x' } }, additionalProperties: false }],
  ] as const)('says %s', ([, schema, expected]) => {
    expect(toJsonSchema(structuredClone(schema) as object)).toEqual(expected)
  }) // prettier-ignore

  test('keeps every digit', () => {
    const schema = toJsonSchema({ type: 'integer', default: 9223372036854775807n })
    expect(renderPrettyJson(schema)).toContain('"default": 9223372036854775807,\n')
  })
})
