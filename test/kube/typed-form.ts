import fc from 'fast-check'
import type { JsonValue } from '../../src/apimachinery/json.ts'

/** A type as text, and what it admits. */
export interface TypedForm {
  /** Rows of the tables that it is made of, its own first. */
  readonly forms: readonly string[]
  readonly type: string
  /** Marker lines of the field that has the type. */
  readonly markers: readonly string[]
  /** Types that must be declared beside it. */
  readonly declarations: readonly string[]
  readonly valid: readonly JsonValue[]
  readonly invalid: readonly JsonValue[]
  /** What the server fills in where the field is left out. */
  readonly absent?: JsonValue
  /** Markers of a property travel with the type: it cannot be an item or a value. */
  readonly isTied?: boolean
}

/** A row's own part of a form. */
export type Form = Omit<TypedForm, 'forms' | 'markers' | 'declarations'> & Partial<TypedForm>

/** Without bias towards small numbers: every declaration needs a name of its own. */
export const arbitraryName = fc
  .noBias(fc.integer({ min: 0, max: 2 ** 40 }))
  .map((number) => `T${number.toString(36)}`)

export const bounds = (max: number): fc.Arbitrary<readonly [number, number]> =>
  fc
    .tuple(fc.integer({ min: 1, max }), fc.integer({ min: 0, max }))
    .map(([low, width]) => [low, low + width])

export const validation = (name: string, value: number | string): string =>
  `// +kubebuilder:validation:${name}=${value}`

/** The members of an interface, each line below its markers. */
export function members(
  ...lines: readonly (readonly [markers: readonly string[], line: string])[]
): string {
  return lines
    .flatMap(([markers, line]) => [...markers, line])
    .map((line) => `  ${line}`)
    .join('\n')
}

export function declare(name: string, body: string): string {
  return `export interface ${name} {\n${body}\n}`
}
