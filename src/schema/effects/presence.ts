import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { Marker } from '../../markers/marker.ts'
import { schemaKindOf } from '../schema-kind.ts'
import { say, shownMarker, type Draft, type Effect } from './draft.ts'

/*
 * Markers that repeat what `?` and `| null` say. The type alone decides: one that contradicts it is
 * an error, since whoever reads the type would be misled.
 */

export const optional: Effect = (marker, draft) => {
  if (draft.presence?.optional === false) {
    contradict(marker, draft, { other: 'required', help: `write \`${draft.presence.name}?:\`` })
  }
}

export const required: Effect = (marker, draft) => {
  if (draft.presence?.optional === true) {
    contradict(marker, draft, {
      other: 'optional',
      help: `write \`${draft.presence.name}:\` without \`?\` and \`undefined\``,
    })
  }
}

export const nullable: Effect = (marker, draft) => {
  if (draft.presence?.nullable === false) {
    contradict(marker, draft, { other: 'never null', help: 'add `| null` to the type' })
  }
}

function contradict(
  marker: Marker,
  draft: Draft,
  { other, help }: { other: string; help: string },
): void {
  if (draft.context.origins.isBroken(draft.base)) return
  draft.context.sink.report(
    'schema/contradiction',
    { marker: shownMarker(marker), subject: draft.subject, other },
    { span: marker.span, helps: [`${help}, or remove the marker`] },
  )
}

/** `+k8s:required` means present and not empty. */
export const requiredAndNotEmpty: Effect = (marker, draft) => {
  required(marker, draft)
  const keyword = sizeKeyword(draft.base)
  if (keyword !== undefined && draft.base[keyword] === undefined) {
    say(draft, marker, { [keyword]: 1 })
  }
}

function sizeKeyword(
  schema: JSONSchemaProps,
): 'minLength' | 'minItems' | 'minProperties' | undefined {
  switch (schemaKindOf(schema)) {
    case 'string':
      return schema.format === 'date-time' || schema.enum !== undefined ? undefined : 'minLength'
    case 'array':
      return 'minItems'
    case 'object':
      return 'minProperties'
    default:
      return undefined
  }
}
