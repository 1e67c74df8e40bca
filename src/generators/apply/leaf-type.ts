import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { libraryEnumValues } from '../../kubernetes/library.ts'
import type { TypeModel } from '../../typemodel/model.ts'
import { quote } from '../generated-code.ts'
import { isAbsence } from '../shapes/read-shapes.ts'
import type { Shape } from '../shapes/shape.ts'

/** The TypeScript of a value that is no struct, list or map: as the user wrote it where it is simple enough. */
export function leafType({ schema, type, constants }: Extract<Shape, { kind: 'plain' }>): string {
  const written = constants?.map(quote).join(' | ') ?? typeText(type) ?? schemaText(schema)
  return schema.nullable === true ? `${written} | null` : written
}

/** The text of a type; undefined where the schema has to say it. */
function typeText(type: TypeModel | undefined): string | undefined {
  switch (type?.kind) {
    case 'literal':
      return typeof type.value === 'string' ? quote(type.value) : String(type.value)
    case 'enum':
      return type.members.map(({ value }) => (typeof value === 'string' ? quote(value) : String(value))).join(' | ') // prettier-ignore
    case 'template':
      return templateText(type.texts, type.types)
    case 'union': {
      const present = type.members.filter((member) => !isAbsence(member))
      const members = present.map(typeText)
      return members.every((member) => member !== undefined) ? members.join(' | ') : undefined
    }
    case 'named':
      return typeText(type.resolve())
    case 'primitive':
      return ['string', 'number', 'boolean', 'unknown'].includes(type.name) ? type.name : undefined
    case 'library':
      return libraryTexts[type.name] ?? libraryEnumValues(type)?.map(quote).join(' | ')
    default:
      return undefined
  }
}

const libraryTexts: Readonly<Record<string, string>> = {
  Int32: 'number',
  Int64: 'number',
  Integer: 'number',
  Float: 'number',
  Double: 'number',
  Quantity: 'string | number',
  IntOrString: 'number | string',
  Time: 'string',
  MicroTime: 'string',
  Duration: 'string',
  Bytes: 'string',
  RawExtension: 'kops.JsonObject',
  JsonObject: 'kops.JsonObject',
  JsonValue: 'kops.JsonValue',
}

function templateText(texts: readonly string[], types: readonly TypeModel[]): string | undefined {
  const holes = types.map(typeText)
  if (holes.some((hole) => hole === undefined)) return undefined
  const parts = texts.map((text, index) => {
    const escaped = JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(/`|\$\{/g, '\\$&')
    const hole = holes[index]
    return hole === undefined ? escaped : `${escaped}\${${hole}}`
  })
  return `\`${parts.join('').replaceAll('\\"', '"')}\``
}

function schemaText(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'number | string'
  const { type, enum: values } = schema
  if (values !== undefined && values.length > 0) {
    return values
      .filter((value) => value !== null)
      .map(literalText)
      .join(' | ')
  }
  switch (type) {
    case 'string':
    case 'boolean':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'object':
      return 'object'
    default:
      return 'unknown'
  }
}

function literalText(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'bigint' ? 'number' : 'unknown'
}
