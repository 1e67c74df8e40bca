import { invalid, type FieldError } from '../../apimachinery/field-error.ts'
import { renderJson } from '../../apimachinery/json-text.ts'
import { isFields, jsonKindOf, member, type JsonKind } from './json-kind.ts'

/** What a field by which a kind is scaled says: the number of replicas that are wanted, or there. */
export function checkReplicas(object: unknown, path: string): FieldError[] {
  const found = follow(object, path.replace(/^\./, '').split('.'))
  if (found.value === undefined) return []
  const kind = jsonKindOf(found.value)
  if (!found.isEnd || kind !== 'integer') {
    const expected = found.isEnd ? 'int64' : 'map[string]interface{}'
    const shown = `${showForGo(found.value)} is of the type ${goTypes[kind]}`
    return [invalid(path, 0, `${path} accessor error: ${shown}, expected ${expected}`)]
  }
  const problem = countProblem(Number(found.value))
  return problem === undefined ? [] : [invalid(path, found.value, problem)]
}

const goTypes: Readonly<Record<JsonKind, string>> = {
  null: '<nil>',
  boolean: 'bool',
  string: 'string',
  integer: 'int64',
  number: 'float64',
  array: '[]interface {}',
  object: 'map[string]interface {}',
}

function showForGo(value: unknown): string {
  if (value === null) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(showForGo).join(' ')}]`
  if (!isFields(value)) return typeof value === 'string' ? value : renderJson(value)
  const names = Object.keys(value).sort()
  return `map[${names.map((name) => `${name}:${showForGo(value[name])}`).join(' ')}]`
}

function countProblem(count: number): string | undefined {
  if (count < 0) return 'should be a non-negative integer'
  return count > 2 ** 31 - 1 ? 'should be less than or equal to 2147483647' : undefined
}

interface Followed {
  /** Undefined where there is nothing. */
  readonly value: unknown
  /** Whether the whole path was gone: something that is no object ends it before. */
  readonly isEnd: boolean
}

function follow(value: unknown, [name, ...rest]: readonly string[]): Followed {
  if (name === undefined) return { value, isEnd: true }
  if (value === null || value === undefined) return { value: undefined, isEnd: true }
  return isFields(value) ? follow(member(value, name), rest) : { value, isEnd: false }
}
