import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { MigrationOutcome } from './migrate-definition.ts'
import type { RewriteOutcome } from './object-rewriter.ts'
import { oldVersions, storageVersion, type StoredDefinition } from './stored-definition.ts'

/** So many of the objects that are left are named. */
const namedObjects = 8

/** Tells what stands in the way of a migration, where something does. */
export function reportOutcome(
  outcome: MigrationOutcome,
  { metadata: { name = '' } }: StoredDefinition,
  sink: DiagnosticSink,
): void {
  if (outcome.kind === 'left') reportLeft(outcome.objects, name, sink)
  if (outcome.kind === 'changed') {
    sink.report('migrate/changed', { name }, { helps: ['run the command again'] })
  }
  if (outcome.kind === 'not-by-server') {
    const notes = ['its controller is part of kube-controller-manager since Kubernetes 1.35']
    const helps = ['leave `--rewriter` out, and kops rewrites the objects itself']
    sink.report('migrate/not-by-server', { name }, { notes, helps })
  }
}

function reportLeft({ left }: RewriteOutcome, name: string, sink: DiagnosticSink): void {
  const shown = left.slice(0, namedObjects).map(({ key, reason }) => `${key}: ${reason}`)
  const more = left.length - shown.length
  sink.report(
    'migrate/objects-left',
    { name, count: String(left.length) },
    {
      notes: [...shown, ...(more > 0 ? [`and ${more} more`] : [])],
      helps: ['correct the objects, or what refuses them, and run the command again'],
    },
  )
}

/** What was done, in one line. */
export function showDone(
  outcome: Extract<MigrationOutcome, { readonly kind: 'pruned' }>,
  definition: StoredDefinition,
): string {
  const { name = '' } = definition.metadata
  const current = storageVersion(definition)
  const old = oldVersions(definition).join(', ')
  const work =
    outcome.by === 'server'
      ? `the cluster rewrote its objects as ${current}`
      : `${outcome.objects.rewritten} objects rewritten as ${current}, ${outcome.objects.kept} were so already`
  return `${name}: ${work}; ${old} is forgotten\n`
}

/** Errors of connections, of the settings that lead to them, and refusals. */
const clusterErrors: ReadonlySet<string> = new Set([
  'ConfigurationError',
  'ConnectionError',
  'ExecPluginError',
  'MalformedAnswerError',
  'OidcError',
  'PathSegmentError',
  'ProxyError',
  'StatusError',
  'UnavailableError',
])

export function isClusterError(error: unknown): error is Error {
  return error instanceof Error && clusterErrors.has(error.name)
}
