import { isLabelValue, isQualifiedName } from '../apimachinery/names.ts'
import type { JsonObject } from '../apimachinery/json.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { itemSpan, listValue, textValue } from './marker-values.ts'

/** Name, annotations and labels of a configuration, as its marker says them. */
export function buildMetadata(
  configuration: Marker | undefined,
  defaultName: string,
  sink: DiagnosticSink,
): JsonObject {
  if (configuration === undefined) return { name: defaultName }
  const annotations = readPairs(configuration, 'annotations', sink)
  const labels = readPairs(configuration, 'labels', sink)
  return {
    ...(annotations && { annotations }),
    ...(labels && { labels }),
    name: textValue(configuration, 'name') || defaultName,
  }
}

function readPairs(
  marker: Marker,
  list: 'annotations' | 'labels',
  sink: DiagnosticSink,
): JsonObject | undefined {
  const texts = listValue(marker, list)
  const pairs = texts.map((text, index) => {
    const equals = text.indexOf('=')
    const key = text.slice(0, Math.max(equals, 0))
    const value = text.slice(equals + 1)
    if (!isQualifiedName(key) || (list === 'labels' && !isLabelValue(value))) {
      sink.report(
        'webhook/invalid-pair',
        { text, list },
        {
          span: itemSpan(marker, list, index),
          notes: ['the API server would refuse the configuration'],
          helps: [`write ${list}="team=storage"`],
        },
      )
    }
    return [key, value] as const
  })
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs)
}
