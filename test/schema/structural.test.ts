import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSpec } from './read-widget.ts'
import { structuralProblems } from './structural-problems.ts'

/** TypeScript types as text: every form that a schema can say, and some that it cannot. */
const { type } = fc.letrec<{ type: string; scalar: string; object: string }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie('scalar'),
    tie('object'),
    tie('type').map((item) => `(${item})[]`),
    tie('type').map((value) => `Record<string, ${value}>`),
    tie('type').map((item) => `[${item}, ${item}]`),
    tie('type').map((item) => `(${item}) | null`),
    fc.tuple(tie('type'), tie('type')).map(([left, right]) => `(${left}) | (${right})`),
    fc.tuple(tie('object'), tie('object')).map(([left, right]) => `(${left}) | (${right})`),
    fc.tuple(tie('scalar'), tie('scalar')).map(([left, right]) => `(${left}) | (${right})`),
    tie('object').map((inner) => `Partial<${inner}>`),
  ),
  scalar: fc.constantFrom(
    'string',
    'boolean',
    'Int32',
    'Double',
    'Quantity',
    'Time',
    "'a' | 'b'",
    '1 | 2',
    "1 | 'max'",
    'true',
    '`v${Int32}`',
    'unknown',
    'Name',
    'Mode',
    'Condition',
  ),
  object: fc
    .array(
      fc.tuple(fc.constantFrom('a', 'b', 'in', 'kind'), fc.constantFrom('', '?'), tie('type')),
      { maxLength: 3 },
    )
    .map((fields) => {
      const byName = new Map(
        fields.map(([name, mark, value]) => [name, `${name}${mark}: ${value}`]),
      )
      return `{ ${[...byName.values()].join('; ')} }`
    }),
}))

const after = `
// +kubebuilder:validation:Pattern=\`^[a-z]+$\`
// +kubebuilder:validation:XValidation:rule="self != 'kube'"
type Name = string
enum Mode { Low = 'low', High = 'high' }
`

describe('a schema of any types', () => {
  test('is structural wherever nothing is reported', async () => {
    let built = 0
    await fc.assert(
      fc.asyncProperty(fc.array(type, { minLength: 1, maxLength: 4 }), async (types) => {
        const lines = types.map((each, index) => `f${index}: ${each}`).join('\n')
        const { spec, diagnostics } = await readSpec(lines, { after })
        if (diagnostics.some(({ severity }) => severity === 'error')) return
        built += 1
        expect(structuralProblems(spec)).toEqual([])
      }),
      { numRuns: 150 },
    )
    expect(built).toBeGreaterThan(20)
  })

  test('is the same on every run', async () => {
    await fc.assert(
      fc.asyncProperty(type, async (each) => {
        const [first, second] = [
          await readSpec(`x: ${each}`, { after }),
          await readSpec(`x: ${each}`, { after }),
        ]
        expect(JSON.stringify(first.spec)).toBe(JSON.stringify(second.spec))
        expect(first.diagnostics).toEqual(second.diagnostics)
      }),
      { numRuns: 40 },
    )
  })
})
