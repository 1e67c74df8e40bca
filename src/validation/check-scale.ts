import type { CustomResourceDefinitionVersion } from '../apimachinery/custom-resource-definition.ts'
import { invalid, type FieldError } from '../apimachinery/field-error.ts'
import { isFields, jsonKindOf, member } from './json-kind.ts'

type Scale = NonNullable<CustomResourceDefinitionVersion['subresources']>['scale']

/** What a kind with a scale subresource says of its replicas. */
export function checkScale(object: unknown, scale: Scale): FieldError[] {
  if (scale === undefined) return []
  return [scale.specReplicasPath, scale.statusReplicasPath].flatMap((path) => {
    const value = follow(object, path)
    const problem = jsonKindOf(value) === 'integer' ? countProblem(Number(value)) : undefined
    return problem === undefined ? [] : [invalid(path, value, problem)]
  })
}

function countProblem(count: number): string | undefined {
  if (count < 0) return 'should be a non-negative integer'
  return count > 2 ** 31 - 1 ? 'should be less than or equal to 2147483647' : undefined
}

function follow(object: unknown, path: string): unknown {
  const names = path.replace(/^\./, '').split('.')
  return names.reduce<unknown>((at, name) => (isFields(at) ? member(at, name) : undefined), object)
}
