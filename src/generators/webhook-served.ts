import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { isSet, textValue, valueSpan } from './marker-values.ts'

/** A webhook that the project serves, as PROJECT says. */
export interface ServedWebhook {
  readonly mutating: boolean
  /** Where it is served: `/validate-apps-my-domain-v1-application`. */
  readonly urlPath: string
  /** The file that sets it up. */
  readonly file: string
}

/** A webhook that no marker has the API server call would never be asked, and nobody would notice. */
export function reportUncalled(
  served: readonly ServedWebhook[],
  markers: readonly Marker[],
  sink: DiagnosticSink,
): void {
  for (const { mutating, urlPath, file } of served) {
    const alike = markers.filter((marker) => isSet(marker, 'mutating') === mutating)
    if (alike.some((marker) => calledPath(marker) === urlPath)) continue
    const beside = alike.find(({ span }) => span.path === file)
    sink.report(
      'webhook/not-called',
      { path: urlPath },
      {
        span: beside === undefined ? startOf(file) : valueSpan(beside, 'path'),
        notes: ['PROJECT has the webhook served there'],
        helps: [
          beside === undefined
            ? `add a \`+kubebuilder:webhook\` marker with \`path=${urlPath}\``
            : `write \`path=${urlPath}\`, or correct PROJECT and the path in the code`,
        ],
      },
    )
  }
}

function calledPath(marker: Marker): string | undefined {
  const url = textValue(marker, 'url')
  if (url && URL.canParse(url)) return new URL(url).pathname
  return textValue(marker, 'path')
}

function startOf(path: string): SourceSpan {
  return { path, start: 0, end: 0 }
}
