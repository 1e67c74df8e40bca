import { describeFieldValue, quoteForGo } from './field-error-value.ts'
import type { FieldPath } from './field-path.ts'
import type { GroupVersionKind } from './group-version-kind.ts'
import type { Status } from './status.ts'

/** What is wrong with a field, as the API server classifies it. */
export type FieldErrorReason =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooShort'
  | 'FieldValueTooMany'
  | 'FieldValueTooFew'
  | 'FieldValueTypeInvalid'
  | 'InternalError'

/** One field that a validator objects to. The functions beside it make them in Kubernetes' own phrases. */
export interface FieldError {
  readonly reason: FieldErrorReason
  /** `spec.ports[0].name` */
  readonly field: string
  /** What is wrong, without the field: `Invalid value: 0: must be at least 1`. */
  readonly message: string
}

/** Where a field stands: a path, or its text. */
export type FieldReference = FieldPath | string

/** A malformed value: one that is out of bounds, does not match a pattern, or does not go with another field. */
export function invalid(field: FieldReference, value: unknown, detail: string): FieldError {
  return shown('FieldValueInvalid', field, { phrase: 'Invalid value', value, detail })
}

/** A value of another type than the field has. */
export function typeInvalid(field: FieldReference, value: unknown, detail: string): FieldError {
  return shown('FieldValueTypeInvalid', field, { phrase: 'Invalid value', value, detail })
}

/** A value that has to be there, and is missing or empty. */
export function required(field: FieldReference, detail = ''): FieldError {
  return plain('FieldValueRequired', field, ['Required value', detail])
}

/** A value that would be accepted under other conditions. */
export function forbidden(field: FieldReference, detail: string): FieldError {
  return plain('FieldValueForbidden', field, ['Forbidden', detail])
}

/** A value that must be unique, and is there already. */
export function duplicate(field: FieldReference, value: unknown): FieldError {
  return shown('FieldValueDuplicate', field, { phrase: 'Duplicate value', value })
}

/** A value that names something which is not there. */
export function notFound(field: FieldReference, value: unknown): FieldError {
  return shown('FieldValueNotFound', field, { phrase: 'Not found', value })
}

/** A value that is none of those that there are. */
export function notSupported(
  field: FieldReference,
  value: unknown,
  supported: readonly (string | number)[] = [],
): FieldError {
  const values = supported.map((each) => quoteForGo(String(each))).join(', ')
  const detail = values === '' ? '' : `supported values: ${values}`
  return shown('FieldValueNotSupported', field, { phrase: 'Unsupported value', value, detail })
}

/** A text of more bytes than it may have. The value is not shown. */
export function tooLong(field: FieldReference, mostBytes: number): FieldError {
  const detail = `may not be more than ${count(mostBytes, 'byte')}`
  return plain('FieldValueTooLong', field, ['Too long', detail])
}

/** A text of more characters than it may have. The value is not shown. */
export function tooLongCharacters(field: FieldReference, mostCharacters: number): FieldError {
  const detail = `may not be more than ${count(mostCharacters, 'character')}`
  return plain('FieldValueTooLong', field, ['Too long', detail])
}

/** A text of fewer characters than it must have. */
export function tooShort(field: FieldReference, leastCharacters: number): FieldError {
  const detail = `must be at least ${count(leastCharacters, 'character')}`
  return plain('FieldValueTooShort', field, ['Too short', detail])
}

/** A list of more items than it may have. */
export function tooMany(field: FieldReference, actual: number, most: number): FieldError {
  const detail = `must have at most ${count(most, 'item')}`
  return shown('FieldValueTooMany', field, { phrase: 'Too many', value: actual, detail })
}

/** A list of fewer items than it must have. */
export function tooFew(field: FieldReference, actual: number, least: number): FieldError {
  const detail = `must have at least ${count(least, 'item')}`
  return shown('FieldValueTooFew', field, { phrase: 'Too few', value: actual, detail })
}

/** A failure that is not the user's, found while a field was judged. */
export function internalError(field: FieldReference, error: unknown): FieldError {
  const detail = error instanceof Error ? error.message : String(error)
  return plain('InternalError', field, ['Internal error', detail])
}

interface ShownError {
  readonly phrase: string
  readonly value: unknown
  readonly detail?: string
}

function shown(
  reason: FieldErrorReason,
  field: FieldReference,
  { phrase, value, detail = '' }: ShownError,
): FieldError {
  return plain(reason, field, [phrase, describeFieldValue(value), detail])
}

function plain(
  reason: FieldErrorReason,
  field: FieldReference,
  parts: readonly string[],
): FieldError {
  return { reason, field: String(field), message: parts.filter((part) => part !== '').join(': ') }
}

function count(number: number, unit: string): string {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}

/**
 * How the API server refuses an object with such fields: 422, reason `Invalid`, a cause for each field, and the
 * message `Kind.group "name" is invalid: [a, b]`.
 */
export function invalidStatus(
  { group, kind }: Pick<GroupVersionKind, 'group' | 'kind'>,
  name: string,
  errors: readonly FieldError[],
): Status {
  const messages = [...new Set(errors.map(({ field, message }) => `${field}: ${message}`))]
  const joined = messages.length === 1 ? messages.join('') : `[${messages.join(', ')}]`
  const qualifiedKind = group === '' ? kind : `${kind}.${group}`
  const head = `${qualifiedKind} ${quoteForGo(name)} is invalid`
  return {
    apiVersion: 'v1',
    kind: 'Status',
    status: 'Failure',
    message: messages.length === 0 ? head : `${head}: ${joined}`,
    reason: 'Invalid',
    details: { name, group, kind, causes: [...errors] },
    code: 422,
  }
}
