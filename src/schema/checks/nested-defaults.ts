import { renderJson } from '../../apimachinery/json-text.ts'
import type { CheckedNode } from './check-schema.ts'

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
        helps: [`write \`@default ${renderJson(needed)}\` above \`${name}\``],
      },
    )
  }
}
