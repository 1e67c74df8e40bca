import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { JsonValue } from '../../apimachinery/json.ts'
import type { CheckedNode } from './check-schema.ts'
import { findFault, shownValue, type ValueFault } from './value-fault.ts'

/** A default must be a value that the schema admits, with nothing in it that would be pruned. */
export function checkDefault(node: CheckedNode): void {
  const { schema, context, at, nameAt } = node
  if (schema.default === undefined) return
  const fault = findFault(schema.default, schema)
  if (fault === undefined) return
  context.sink.report(
    'schema/invalid-default',
    { subject: nameAt('default'), problem: shownFault(fault) },
    { span: at('default'), helps: [helpFor(schema.default, schema, fault)] },
  )
}

function shownFault({ path, problem }: ValueFault): string {
  return path === '' ? problem : `\`${path.replace(/^\./, '')}\`: ${problem}`
}

function helpFor(value: JsonValue, schema: JSONSchemaProps, { problem }: ValueFault): string {
  const isScalar = typeof value === 'number' || typeof value === 'boolean'
  if (schema.type === 'string' && isScalar) return `quote it: \`"${String(value)}"\``
  if (typeof value === 'string' && schema.type !== 'string' && isNumberText(value)) {
    return `write it without quotes: \`${value}\``
  }
  return problem.startsWith('the required field')
    ? 'spell the field out in the default, or make it optional with `?`'
    : 'change the default, or the type'
}

function isNumberText(text: string): boolean {
  return /^-?\d+(\.\d+)?$/.test(text)
}

/**
 * Defaults of fields are filled in only where the object around them is there. Where every field of an
 * optional object has one, it was hardly meant that nothing happens as long as the object is left out.
 */
export function checkNestedDefaults({ schema, context }: CheckedNode): void {
  const outer = context.origins.of(schema)
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const isAbsentByDefault =
      child.default === undefined && schema.required?.includes(name) !== true
    const fields = Object.entries(child.properties ?? {})
    const origin = context.origins.of(child)
    if (!isAbsentByDefault || fields.length === 0 || origin === undefined) continue
    if (!fields.every(([, field]) => field.default !== undefined)) continue
    const needed = Object.fromEntries(
      fields
        .filter(([field]) => child.required?.includes(field) === true)
        .map(([field, { default: value = null }]) => [field, value]),
    )
    context.sink.report(
      'schema/unreachable-default',
      { subject: `${outer?.subject ?? ''}.${name}`.replace(/^\./, '') },
      {
        span: outer?.properties?.get(name) ?? origin.span,
        helps: [`write \`@default ${shownValue(needed)}\` above \`${name}\``],
      },
    )
  }
}
