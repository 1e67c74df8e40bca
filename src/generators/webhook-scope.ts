import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { listValue, textValue, valueSpan } from './marker-values.ts'
import type { RbacOptions } from './rbac.ts'

/** What decides which namespaces a webhook should judge. */
export interface JudgedNamespaces {
  readonly projectName?: string | undefined
  readonly namespaced?: boolean | undefined
  readonly scopeOf?: RbacOptions['scopeOf'] | undefined
  /** Whether the webhook selects namespaces at all. */
  readonly isSelective: boolean
}

/** Reports a webhook that judges more namespaces than its manager watches, or fewer. */
export function reportJudgedNamespaces(
  marker: Marker,
  { projectName, namespaced, scopeOf, isSelective }: JudgedNamespaces,
  sink: DiagnosticSink,
): void {
  if (projectName === undefined || namespaced === undefined) return
  const own = `app.kubernetes.io/name=${projectName}`
  const selector = `namespaceSelector="${own}"`
  const name = textValue(marker, 'name') ?? ''
  if (namespaced && !isSelective && judgesNamespaces(marker, scopeOf)) {
    sink.report(
      'webhook/every-namespace',
      { name },
      { span: marker.span, helps: [`add \`${selector}\``, 'run `kops edit --namespaced=false`'] },
    )
  }
  if (!namespaced && textValue(marker, 'namespaceSelector')?.trim() === own) {
    sink.report(
      'webhook/own-namespace-only',
      { name },
      { span: valueSpan(marker, 'namespaceSelector'), helps: [`remove \`${selector}\``] },
    )
  }
}

/** Objects without a namespace are sent whatever the selector says. */
function judgesNamespaces(marker: Marker, scopeOf: JudgedNamespaces['scopeOf']): boolean {
  if (textValue(marker, 'scope') === 'Cluster') return false
  const groups = listValue(marker, 'groups').map((group) => (group === 'core' ? '' : group))
  return listValue(marker, 'resources').some((resource) => {
    const [name = ''] = resource.split('/')
    return groups.some((group) => scopeOf?.(group, name) !== 'Cluster')
  })
}
