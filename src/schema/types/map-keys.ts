import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'
import type { MapType, TypeModel } from '../../typemodel/model.ts'
import { celLiteral } from '../cel-literal.ts'
import type { SchemaContext, Site } from '../schema-context.ts'

/*
 * Keys of maps. JSON has string keys only, and a schema cannot constrain them: what a marked alias
 * says of the key becomes a CEL rule over all keys.
 */

/** The rules that a map needs for its keys. Reports a key that JSON or a schema cannot have. */
export function keyRules(type: MapType, context: SchemaContext, site: Site): ValidationRule[] {
  const key = behindNames(type.key)
  if (key.kind === 'error') return []
  if (isNumeric(key)) {
    context.sink.report(
      'schema/numeric-key',
      { subject: site.subject },
      { span: type.key.span, helps: ['write `string` as the type of the key'] },
    )
    return []
  }
  if (key.kind !== 'primitive' || key.name !== 'string') {
    context.sink.report(
      'schema/unsupported-key',
      { subject: site.subject },
      {
        span: type.key.span,
        notes: ['the keys of a map are any strings: a schema has no patterns for keys'],
        helps: [
          'write `Record<string, …>`, with an alias of `string` whose markers constrain the key',
          'or write an object with named optional fields where the keys are known',
        ],
      },
    )
    return []
  }
  if (type.key.kind !== 'named') return []
  const schema = context.build(type.key, { ...site, subject: `the key of ${site.subject}` })
  return rulesOf(schema).map((rule) => context.origins.markRule(rule, type.key.span))
}

function behindNames(type: TypeModel): TypeModel {
  return type.kind === 'named' ? behindNames(type.resolve()) : type
}

function isNumeric(type: TypeModel): boolean {
  return (
    (type.kind === 'primitive' && type.name === 'number') ||
    (type.kind === 'library' &&
      ['Int32', 'Int64', 'Integer', 'Float', 'Double'].includes(type.name))
  )
}

function rulesOf(schema: JSONSchemaProps): ValidationRule[] {
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => pattern ?? [])
  return [
    ...patterns.map((pattern) => ({
      rule: `self.all(key, key.matches(${celLiteral(pattern)}))`,
      message: `keys must match ${pattern.replace(/\s+/g, ' ')}`,
    })),
    ...(schema.minLength === undefined
      ? []
      : [
          {
            rule: `self.all(key, size(key) >= ${schema.minLength})`,
            message: `keys must have at least ${schema.minLength} characters`,
          },
        ]),
    ...(schema.maxLength === undefined
      ? []
      : [
          {
            rule: `self.all(key, size(key) <= ${schema.maxLength})`,
            message: `keys must have at most ${schema.maxLength} characters`,
          },
        ]),
    ...(schema.enum === undefined
      ? []
      : [
          {
            rule: `self.all(key, key in ${celLiteral(schema.enum)})`,
            message: `keys must be one of ${schema.enum.map(celLiteral).join(', ')}`,
          },
        ]),
    ...(schema['x-kubernetes-validations'] ?? []).map((rule) => ({
      ...rule,
      rule: `self.all(key, ${rule.rule.replace(/\bself\b/g, 'key')})`,
    })),
  ]
}
