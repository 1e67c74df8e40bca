import { invalid, type FieldError } from '../apimachinery/field-error.ts'
import { isFields, jsonKindOf, member } from './json-kind.ts'

/** What a field by which a kind is scaled says: the number of replicas that are wanted, or there. */
export function checkReplicas(object: unknown, path: string): FieldError[] {
  const value = follow(object, path)
  const problem = jsonKindOf(value) === 'integer' ? countProblem(Number(value)) : undefined
  return problem === undefined ? [] : [invalid(path, value, problem)]
}

function countProblem(count: number): string | undefined {
  if (count < 0) return 'should be a non-negative integer'
  return count > 2 ** 31 - 1 ? 'should be less than or equal to 2147483647' : undefined
}

function follow(object: unknown, path: string): unknown {
  const names = path.replace(/^\./, '').split('.')
  return names.reduce<unknown>((at, name) => (isFields(at) ? member(at, name) : undefined), object)
}
