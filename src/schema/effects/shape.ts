import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { Marker } from '../../markers/marker.ts'
import { intOrString } from '../types/int-or-string.ts'
import { applies, say, textOf, valueSpan, type Draft, type Effect } from './draft.ts'

/*
 * Markers that say what the type itself is, whatever TypeScript says. They go first, so that the
 * other markers of the same declaration see the type that they make.
 */

/** Replaces the type, keeping of the old node what still means something. */
function retype(marker: Marker, draft: Draft, changed: JSONSchemaProps): void {
  const { description, title, nullable } = draft.base
  const kept = {
    ...(description === undefined ? {} : { description }),
    ...(title === undefined ? {} : { title }),
    ...(nullable === undefined ? {} : { nullable }),
  }
  const origin = { span: valueSpan(marker), subject: draft.subject }
  draft.base = draft.context.origins.continue(
    draft.base,
    { ...kept, ...changed },
    new Map([['type' as const, origin]]),
  )
}

export const type: Effect = (marker, draft) => {
  const value = textOf(marker)
  if (value === undefined) return
  if (draft.base.type !== value)
    retype(marker, draft, { type: value, ...keptBesideType(draft, value) })
}

/** `Type=object` on any value keeps its unknown fields; a change between numbers keeps their bounds. */
function keptBesideType({ base }: Draft, value: string): JSONSchemaProps {
  const isNumeric = (text: string | undefined): boolean => text === 'integer' || text === 'number'
  if (isNumeric(base.type) && isNumeric(value)) {
    const { type: _type, format: _format, ...rest } = base
    return rest
  }
  return value === 'object' && base['x-kubernetes-preserve-unknown-fields'] === true
    ? { 'x-kubernetes-preserve-unknown-fields': true }
    : {}
}

/** The names of the fields keep the order of the source until here. */
export const keepOrder: Effect = (_marker, draft) => {
  const { required, properties = {} } = draft.base
  if (required === undefined) return
  const inOrder = Object.keys(properties).filter((name) => required.includes(name))
  draft.base = draft.context.origins.continue(draft.base, { ...draft.base, required: inOrder })
}

export const asIntOrString: Effect = (marker, draft) => {
  if (draft.base['x-kubernetes-int-or-string'] !== true) retype(marker, draft, intOrString())
}

export const preserveUnknownFields: Effect = (marker, draft) => {
  say(draft, marker, { 'x-kubernetes-preserve-unknown-fields': true })
}

export const embeddedResource: Effect = (marker, draft) => {
  if (applies(marker, draft, { to: ['object', 'any'] })) {
    say(draft, marker, { 'x-kubernetes-embedded-resource': true })
  }
}
