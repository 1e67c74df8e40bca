import { expect, test } from 'vitest'
import { readField } from './read-widget.ts'

test.for([
  ['Date', 'schema/not-json', 'Date'],
  ['Date | null', 'schema/not-json', 'Date'],
  ['bigint', 'schema/not-json', 'bigint'],
  ['Map<string, string>', 'schema/not-json', 'Map<string, string>'],
  ['Set<string>', 'schema/not-json', 'Set<string>'],
  ['Uint8Array', 'schema/not-json', 'Uint8Array'],
  ['URL', 'schema/not-json', 'URL'],
  ['() => void', 'schema/not-json', '() => void'],
  ['null', 'schema/no-value', 'null'],
  ['[string, Int32]', 'schema/mixed-tuple', '[string, Int32]'],
  ['string | string[]', 'schema/mixed-union', 'string | string[]'],
  ['{ a: string } | string', 'schema/mixed-union', '{ a: string } | string'],
  ["{ k: 'a'; v: string } | { k: 'b'; v: Int32 }", 'schema/union-field-conflict', 'Int32'],
  ['{ a: string; [k: string]: string }', 'schema/index-beside-properties', '[k: string]: string'],
  ['Record<`a-${string}`, string>', 'schema/unsupported-key', '`a-${string}`'],
  ['(string | undefined)[]', 'schema/undefined-item', 'string | undefined'],
  ['CustomResource', 'schema/unusable-library-type', 'CustomResource'],
] as const)('%s is %s', async ([type, code, pointed]) => {
  const result = await readField(`x: ${type}`)
  expect(result).toMatchObject({ codes: [code], pointed: [pointed] })
})

test('what follows from a refused type is not told', async () => {
  const { codes } = await readField('/** @minimum 1 @default 3 */\n// +optional\nx?: bigint')
  expect(codes).toEqual(['schema/not-json'])
})

test.for([
  ['Item', 'interface Item { children?: Item[] }', 'Item → Item'],
  [
    'Branch[]',
    'interface Branch { left?: Leaf[] }\ninterface Leaf { back?: Branch[] }',
    'Branch → Leaf → Branch',
  ],
  ['Json', 'type Json = string | null | Json[] | { [k: string]: Json }', 'Json → Json'],
] as const)('a cycle of %s is told once, and by name', async ([type, after, cycle]) => {
  const { codes, notes } = await readField(`x: ${type}`, { after })
  expect(codes).toEqual(['schema/recursive-type'])
  expect(notes.flat()).toContain(`the cycle: ${cycle}`)
})

test('a marker on the field ends a cycle', async () => {
  const { schema, codes } = await readField('x: Item', {
    after: `interface Item {
      // +kubebuilder:pruning:PreserveUnknownFields
      children?: Item[]
    }`,
  })
  expect(codes).toEqual([])
  expect(schema?.properties?.['children']).toEqual({
    type: 'array',
    items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    'x-kubernetes-preserve-unknown-fields': true,
  })
})

test('a schema in which a cycle was cut is not used where the cycle is not cut', async () => {
  const { codes } = await readField('x: A; y: B', {
    after: `interface A {
      // +kubebuilder:pruning:PreserveUnknownFields
      b?: B
    }
    interface B { a?: A }`,
  })
  expect(codes).toEqual([])
})
