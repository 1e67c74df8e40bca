import fc from 'fast-check'
import { leaves } from './leaf-forms.ts'
import { arbitraryName, bounds, type Form, type TypedForm } from './typed-form.ts'
import { wrappers } from './wrapper-forms.ts'

/*
 * Random TypeScript types, each with values on both sides of every bound that it sets. Start reading at
 * `formNamed`: a row of `leaves` or `wrappers` is one form of TypeScript.
 */

/** The names of all forms, for the coverage that is printed. */
export const formNames: readonly string[] = [...Object.keys(leaves), ...Object.keys(wrappers)]

/** A random type of a form, of at most `depth` more types within one another. */
export function formNamed(form: string, depth: number): fc.Arbitrary<TypedForm> {
  const leaf = leaves[form]
  if (leaf !== undefined) return leaf.map((made) => complete(form, made))
  const random = fc
    .tuple(arbitraryName, bounds(4), fc.boolean())
    .map(([name, [low, high], choice]) => ({ name, low, high, choice }))
  return fc
    .tuple(
      anyForm(depth - 1).filter((inner) => canWrap(form, inner)),
      random,
    )
    .map(([inner, values]) => nest(form, inner, wrappers[form]?.(inner, values)))
}

/** A random type of at most `depth` types within one another. */
export function anyForm(depth: number): fc.Arbitrary<TypedForm> {
  const anyOf = (forms: object): fc.Arbitrary<TypedForm> =>
    fc.oneof(...Object.keys(forms).map((form) => formNamed(form, depth)))
  if (depth === 0) return anyOf(leaves)
  return fc.oneof(
    { weight: 1, arbitrary: anyOf(leaves) },
    { weight: 2, arbitrary: anyOf(wrappers) },
  )
}

/** Wrappers whose inner type is a bare use, so that a field's markers would say something else. */
const wantsBareInner = new Set([
  'nullable',
  'array',
  'record',
  'record of known keys',
  'generic',
  'generic with a default',
  'tuple',
  'tuple with rest',
  'tuple with an optional item',
  'mapped',
  'conditional',
])

/** What stands for `null` already, or has no form with it. */
const admitsNull = new Set(['nullable', 'enum or null', 'anything', 'default'])

function canWrap(form: string, inner: TypedForm): boolean {
  const isBare = inner.markers.length === 0 && inner.isTied !== true
  if (wantsBareInner.has(form) && !isBare) return false
  if (inner.absent !== undefined) return false
  if (form === 'default') return !inner.forms.includes('Int64')
  if (form === 'indexed access') return inner.isTied !== true
  // The marker of an embedded resource describes fields alone.
  if (form === 'alias') return inner.isTied !== true && !inner.forms.includes('embedded resource')
  return form !== 'nullable' || !admitsNull.has(inner.forms[0] ?? '')
}

function complete(form: string, made: Form): TypedForm {
  return { markers: [], declarations: [], ...made, forms: [form] }
}

function nest(form: string, inner: TypedForm, made: Form | undefined): TypedForm {
  if (made === undefined) throw new Error(`no form is called ${form}`)
  return {
    markers: [],
    ...made,
    forms: [form, ...inner.forms],
    declarations: [...inner.declarations, ...(made.declarations ?? [])],
  }
}
