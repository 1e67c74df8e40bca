import { describe, expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../../src/apimachinery/custom-resource-definition.ts'
import { renderJson } from '../../../src/apimachinery/json-text.ts'
import type { JsonObject } from '../../../src/apimachinery/json.ts'
import { installCustomResourceDefinitions } from '../../../src/testing/index.ts'
import { useClient } from '../provided.ts'
import { inBatches } from '../random-kinds.ts'
import { compareWithServer, definitionOf, validatorOf } from './compare-with-server.ts'

/*
 * Rules of CEL: what is asked here is answered as by the API server, and what is not is said to be left out.
 */

const group = 'rules.validation.kube.kops.dev'
const [text, integer] = [{ type: 'string', maxLength: 40 }, { type: 'integer' }]

const properties: Readonly<Record<string, JSONSchemaProps>> = {
  s: text,
  t: text,
  n: integer,
  m: { type: 'integer', format: 'int64' },
  d: { type: 'number' },
  b: { type: 'boolean' },
  list: { type: 'array', maxItems: 5, items: text },
  numbers: { type: 'array', maxItems: 5, items: integer },
  set: { type: 'array', maxItems: 5, items: text, 'x-kubernetes-list-type': 'set' },
  items: {
    type: 'array',
    maxItems: 5,
    items: { type: 'object', properties: { a: text, n: integer } },
  },
  map: { type: 'object', maxProperties: 5, additionalProperties: text },
  object: { type: 'object', properties: { a: text, 'b-c': integer, namespace: text } },
  any: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
  nullable: { ...text, nullable: true },
  at: { type: 'string', format: 'date-time' },
}

/** Rules that are asked here. */
const asked = [
  'self.n > 3',
  'self.n + self.m <= 10',
  'self.n * 2 - 1 == self.m',
  'self.n / self.m == 2',
  'self.n % self.m == 1',
  '-self.n < self.m',
  'self.d > 1.5',
  'self.d >= 1.0',
  "self.s == 'a' || self.t != 'b'",
  "has(self.s) ? self.s.startsWith('a') : true",
  '!has(self.s) || self.s.size() < 3',
  'size(self.s) > 1',
  "self.s.contains('é')",
  'self.s.endsWith(self.t)',
  "self.s.matches('^[a-z]+\\\\d?$')",
  "self.s.matches(r'^(?i)ab\\z')",
  "self.s.find('[0-9]+') == '12'",
  "self.s.lowerAscii() == 'aé'",
  "self.s.upperAscii() == 'AB'",
  "self.s.indexOf('b') == 1",
  "self.s.lastIndexOf('b') == 2",
  'self.s < self.t',
  "self.s + self.t == 'ab'",
  'self.b && self.n > 0',
  '!self.b',
  "self.list.all(x, x.startsWith('a'))",
  "self.list.exists(x, x == 'b')",
  "self.list.exists_one(x, x == 'a')",
  "self.list.filter(x, x != 'a').size() <= 1",
  "self.list.map(x, x + '!').exists(x, x == 'a!')",
  "'a' in self.list",
  "self.list[0] == 'a'",
  'self.list.isSorted()',
  'self.numbers.isSorted()',
  'self.numbers.all(x, x > 1)',
  'self.numbers.exists(x, self.numbers.exists(y, x + y == 5))',
  "self.set.exists(x, x == 'a')",
  'self.items.all(i, has(i.a) && i.n > 0)',
  "self.items.exists(i, i.a == 'a')",
  'self.items.all(i, i.n > 1)',
  "self.map.all(k, self.map[k] != 'x')",
  "'k' in self.map && self.map['k'] == 'v'",
  'self.map.size() > 1',
  "self.object.a == 'a'",
  'has(self.object) && has(self.object.a)',
  'self.object.b__dash__c == 1',
  "self.object.__namespace__ == 'n'",
  "self.any == 1 || self.any == 'a'",
  'self.any != 5',
  'self.n in [1, 2, 3]',
  "self.s in ['a', 'b']",
  "self.map == {'k': 'v'}",
  "self.list == ['a', 'b']",
]

/** Rules that are left to the server. */
const leftOut = [
  "self.at > timestamp('2026-01-01T00:00:00Z')",
  "self.?s.orValue('a') == 'a'",
  "self.set == ['a', 'b']",
  'self.numbers.sum() == 5',
  "quantity('1Gi').isGreaterThan(quantity('1Mi'))",
  'isURL(self.s)',
  "string(self.n) == '1'",
  'int(self.s) == 1',
  "self.s.split(',').size() == 2",
]

const objects: readonly JsonObject[] = [
  {},
  { s: 'a', t: 'b', n: 1, m: 1, d: 1, b: true },
  { s: 'ab12', t: '12', n: 4, m: 2, d: 1.75, b: false },
  { s: 'Aé', t: 'é', n: 2, m: 3, d: -1, b: true },
  { s: 'abb', t: 'b', n: 9223372036854775807n, m: 1, d: 1e300 },
  { s: 'ab', t: '', n: -5, m: 0, d: 0 },
  { s: 'AB', t: '😀', n: 5, m: 9, any: 1 },
  { s: '😀b', t: '\uffff', n: 10, m: 5, any: 'a' },
  { list: [], numbers: [], set: [], items: [], map: {}, object: {}, any: 5 },
  { list: ['a', 'b'], numbers: [1, 2, 3], set: ['b', 'a'], map: { k: 'v' }, any: 'x' },
  { list: ['b', 'a', 'a'], numbers: [3, 2], set: ['c'], map: { k: 'x', l: 'y' } },
  { items: [{ a: 'a', n: 2 }, { a: 'b', n: 1 }], object: { a: 'a', 'b-c': 1, namespace: 'n' } },
  { items: [{}, { n: 3 }], object: { a: 'b', 'b-c': 2, namespace: 'm' } },
  { s: 'a', nullable: 'x', at: '2026-06-01T00:00:00Z' },
  { s: 'b', nullable: 'a,b', n: 1 },
] // prettier-ignore

describe('rules of CEL', () => {
  test('that are asked here have the same answer from the API server', async (context) => {
    const client = useClient(context)
    const definitions = asked.map((rule, index) =>
      definitionOf({ group, kind: `Rule${index}` }, specWith(rule)),
    )
    await installCustomResourceDefinitions(client, definitions, { timeoutMs: 240_000 })
    const differences: object[] = []
    let judged = 0
    const trials = definitions.flatMap((definition, index) => {
      const validator = validatorOf(definition)
      expect(validator.uncheckedRules, asked[index]).toEqual([])
      return objects.map((spec) => ({ spec, validator, rule: asked[index], kind: `Rule${index}` }))
    })
    await inBatches(trials, async ({ spec, validator, rule, kind }) => {
      const object = { apiVersion: `${group}/v1`, kind, metadata: { name: 'a' }, spec }
      const { outcome, difference } = await compareWithServer(client, object, validator)
      if (outcome !== 'unchecked') judged += 1
      if (difference !== undefined)
        differences.push({ rule, spec: renderJson(spec), ...difference })
    })
    console.log(`${judged} of ${trials.length} answers`)
    expect(differences).toEqual([])
    expect(judged).toBeGreaterThan(trials.length * 0.8)
  })

  test.for(leftOut)('%s is left to the API server', (rule) => {
    const validator = validatorOf(definitionOf({ group, kind: 'Left' }, specWith(rule)))
    expect(validator.uncheckedRules).toEqual([
      { field: 'spec', rule, reason: expect.stringMatching(/\w/) as string },
    ])
    const object = { apiVersion: `${group}/v1`, kind: 'Left', metadata: { name: 'a' }, spec: {} }
    expect(validator.judge(object)).toMatchObject({ errors: [], unchecked: [{ rule }] })
  })
})

function specWith(rule: string): JSONSchemaProps {
  return { type: 'object', properties, 'x-kubernetes-validations': [{ rule }] }
}
