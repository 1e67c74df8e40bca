import {
  matchLabelSelector,
  parseLabelSelector,
  type LabelMatcher,
} from '../../apimachinery/label-selector.ts'
import type { ListOptions, TypedObject } from '../client/client.ts'
import { isLabelSelector } from '../client/queries.ts'
import { metadataOf } from '../informer/object-map.ts'

/** One `field=value` of a field selector. */
export interface FieldRequirement {
  readonly field: string
  readonly value: string
}

/** A field selector that a cache cannot answer. */
export class FieldSelectorError extends Error {
  override readonly name = 'FieldSelectorError'
}

/** The requirements of a field selector. A cache answers equality alone. */
export function parseFieldSelector(
  selector: ListOptions['fieldSelector'] = '',
): readonly FieldRequirement[] {
  if (typeof selector !== 'string') {
    return Object.entries(selector).map(([field, value]) => ({ field, value }))
  }
  return selector === '' ? [] : selector.split(/(?<!\\),/).map(parseRequirement)
}

export function matchLabels(selector: ListOptions['labelSelector'] = ''): LabelMatcher {
  if (typeof selector === 'string') return parseLabelSelector(selector)
  return matchLabelSelector(isLabelSelector(selector) ? selector : { matchLabels: selector })
}

/** The value of a field that every object has, or `undefined` for other fields. */
export function metadataField(object: TypedObject, field: string): string | undefined {
  const { name = '', namespace = '' } = metadataOf(object)
  if (field === 'metadata.name') return name
  return field === 'metadata.namespace' ? namespace : undefined
}

function parseRequirement(text: string): FieldRequirement {
  const [, field, value] = /^([^=!]+)={1,2}((?:[^=\\]|\\.)*)$/.exec(text.trim()) ?? []
  if (field !== undefined && value !== undefined) {
    return { field, value: value.replace(/\\(.)/g, '$1') }
  }
  throw new FieldSelectorError(`Expected \`field=value\` to select from the cache, got \`${text}\``)
}
