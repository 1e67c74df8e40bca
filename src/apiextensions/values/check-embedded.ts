import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { invalid, required, type FieldError } from '../../apimachinery/field-error.ts'
import { validateDns1035Label } from '../../apimachinery/names.ts'
import { checkMetadata } from './embedded-metadata.ts'
import { isFields, member, type JsonFields } from './json-kind.ts'
import { memberSchema } from './value-location.ts'

/** Objects within an object: each has to have an `apiVersion` and a `kind` that could be those of one. */
export function checkEmbedded(value: unknown, schema: JSONSchemaProps, path: string): FieldError[] {
  if (Array.isArray(value)) {
    const { items } = schema
    if (items === undefined) return []
    return value.flatMap((item, index) => checkEmbedded(item, items, `${path}[${index}]`))
  }
  if (!isFields(value)) return []
  const own = schema['x-kubernetes-embedded-resource'] === true ? checkObject(value, path) : []
  const inner = Object.entries(value).flatMap(([name, each]) => {
    const child = memberSchema(schema, name)
    if (child === undefined) return []
    const isEntry = child === schema.additionalProperties
    return checkEmbedded(each, child, isEntry ? `${path}[${name}]` : joined(path, name))
  })
  return [...own, ...inner]
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function checkObject(fields: JsonFields, path: string): FieldError[] {
  return [
    ...checkWord(fields, joined(path, 'apiVersion'), apiVersionProblem),
    ...checkWord(fields, joined(path, 'kind'), kindProblem),
    ...checkMetadata(member(fields, 'metadata'), joined(path, 'metadata')),
  ]
}

function checkWord(
  fields: JsonFields,
  path: string,
  problemOf: (text: string) => string | undefined,
): FieldError[] {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const value = member(fields, name)
  if (value === undefined) return [required(path)]
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')]
  const problem = value === '' ? 'must not be empty' : problemOf(value)
  return problem === undefined ? [] : [invalid(path, value, problem)]
}

function apiVersionProblem(text: string): string | undefined {
  return text.split('/').length > 2 ? `unexpected GroupVersion string: ${text}` : undefined
}

function kindProblem(text: string): string | undefined {
  const problems = validateDns1035Label(text.toLowerCase())
  return problems.length === 0
    ? undefined
    : `may have mixed case, but should otherwise match: ${problems.join(',')}`
}
