import type { JsonValue } from '../apimachinery/json.ts'
import type { Marker } from './marker.ts'
import type { MarkerContext } from './marker-context.ts'

/** Checks of whole values that the type of an argument cannot say. Reports, and answers whether all is well. */
export function checkMarker(marker: Marker, context: MarkerContext): boolean {
  const { name } = marker.definition
  if (name.endsWith(':UniqueItems')) return checkUniqueItems(marker, context)
  if (name === 'kubebuilder:externalDocs') return checkUrl(marker, context)
  if (name === 'kubebuilder:metadata') return checkPairs(marker, context)
  if (name.endsWith(':MultipleOf')) return checkPositive(marker, context)
  return true
}

function checkUniqueItems({ written, values, span }: Marker, { sink }: MarkerContext): boolean {
  if (values[''] !== true) return true
  sink.report('marker/unique-items', { marker: written }, { span, helps: ['+listType=set'] })
  return false
}

function checkUrl({ written, values, valueSpans }: Marker, { sink }: MarkerContext): boolean {
  const url = typeof values['url'] === 'string' ? values['url'] : ''
  if (URL.canParse(url)) return true
  const label = `\`url\` of \`${written}\``
  const helps = [`write \`url="https://${url.replace(/^\/*/, '')}"\``]
  const details = { span: valueSpans['url'], helps }
  sink.report('marker/malformed-value', { label, expected: 'an absolute URL' }, details)
  return false
}

function checkPairs({ written, values, valueSpans }: Marker, { sink }: MarkerContext): boolean {
  const wrong = Object.entries(values).filter(([, items]) => !toItems(items).every(isPair))
  for (const [argument] of wrong) {
    sink.report(
      'marker/malformed-value',
      { label: `\`${argument}\` of \`${written}\``, expected: 'items of the form `key=value`' },
      { span: valueSpans[argument], helps: [`write \`${argument}="key=value"\``] },
    )
  }
  return wrong.length === 0
}

function toItems(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function isPair(item: JsonValue): boolean {
  return typeof item === 'string' && /^[^=]+=/.test(item)
}

function checkPositive(
  { written, values, valueSpans, definition: { example } }: Marker,
  { sink }: MarkerContext,
): boolean {
  const value = values['']
  if (typeof value !== 'number' && typeof value !== 'bigint') return true
  if (value > 0) return true
  sink.report(
    'marker/out-of-range',
    { label: `\`${written}\``, expected: 'above 0', found: String(value) },
    { span: valueSpans[''], helps: [`for example ${example}`] },
  )
  return false
}
