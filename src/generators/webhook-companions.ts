import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import type { Marker } from '../markers/marker.ts'
import { textValue, valueSpan } from './marker-values.ts'

/** What markers of their own say of one webhook, in source order. */
export interface WebhookCompanions {
  readonly rules: readonly Marker[]
  readonly conditions: readonly Marker[]
}

/** The `+kops:webhook:…` markers of the webhook of a name. */
export function companionsOf(name: string, companions: readonly Marker[]): WebhookCompanions {
  const own = companions.filter((each) => textValue(each, 'webhook') === name)
  const named = (part: string): Marker[] =>
    own.filter(({ definition }) => definition.name === `kops:webhook:${part}`)
  return { rules: named('rule'), conditions: named('matchCondition') }
}

/** A companion of a webhook that nothing declares would be lost. */
export function reportStrayCompanions(
  markers: { readonly webhooks: readonly Marker[]; readonly companions: readonly Marker[] },
  sink: DiagnosticSink,
): void {
  const names = markers.webhooks.map((each) => textValue(each, 'name') ?? '')
  for (const companion of markers.companions) {
    const name = textValue(companion, 'webhook') ?? ''
    if (names.includes(name)) continue
    const [nearest] = nearestNames(name, names)
    sink.report(
      'webhook/unknown-webhook',
      { name },
      {
        span: valueSpan(companion, 'webhook'),
        notes: ['`webhook` is the `name` of a `+kubebuilder:webhook` marker'],
        helps: nearest === undefined ? [] : [`did you mean \`${nearest}\`?`],
      },
    )
  }
}
