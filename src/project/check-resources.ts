import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { qualifiedGroup, type ProjectResource } from './project.ts'

/** An entry of `resources`, with the places of its fields. */
export interface ListedResource {
  readonly resource: ProjectResource
  readonly spanOf: (field: string) => SourceSpan
}

/** Reports entries that say the same twice, or that contradict each other. */
export function checkResources(entries: readonly ListedResource[], sink: DiagnosticSink): void {
  for (const [index, entry] of entries.entries()) {
    const earlier = entries.slice(0, index)
    // The first problem of an entry is told: the others may follow from it.
    checks.some((check) => check(entry, earlier, sink))
  }
  for (const entry of entries) reportWrongSpokes(entry, entries, sink)
}

/** A kind has one hub, and its spokes are other versions of it that are listed. */
function reportWrongSpokes(
  { resource, spanOf }: ListedResource,
  entries: readonly ListedResource[],
  sink: DiagnosticSink,
): void {
  const { kind, version, webhooks } = resource
  if (webhooks?.conversion !== true) return
  const versions = entries.filter((each) => isSameKind(each.resource, resource))
  for (const spoke of webhooks.spoke) {
    const other = versions.find((each) => each.resource.version === spoke)
    const isHub = other?.resource.webhooks?.conversion === true
    const note =
      spoke === version
        ? 'it is the hub itself'
        : isHub
          ? `\`${spoke}\` is a hub too`
          : other === undefined
            ? `PROJECT lists no version \`${spoke}\` of it`
            : undefined
    if (note === undefined) continue
    const details = { span: spanOf('webhooks'), notes: [note] }
    sink.report('project/wrong-spoke', { kind, hub: version, spoke }, details)
  }
}

type Check = (
  entry: ListedResource,
  earlier: readonly ListedResource[],
  sink: DiagnosticSink,
) => boolean

const reportDuplicate: Check = ({ resource, spanOf }, earlier, sink) => {
  const first = earlier.find(
    (each) => isSameKind(each.resource, resource) && each.resource.version === resource.version,
  )
  if (first === undefined) return false
  const name = `${qualifiedGroup(resource)}/${resource.version}, Kind=${resource.kind}`
  const notes = [{ message: 'first listed here', span: first.spanOf('kind') }]
  const helps = ['remove one of the two entries']
  sink.report('project/duplicate-resource', { name }, { span: spanOf('kind'), notes, helps })
  return true
}

/** The versions of a kind make one CRD, which has one plural and one scope. */
const reportOtherNames: Check = ({ resource, spanOf }, earlier, sink) => {
  const { kind, plural, api } = resource
  for (const first of earlier.filter((each) => isSameKind(each.resource, resource))) {
    const other = first.resource
    const isSameScope = !api || !other.api || other.api.namespaced === api.namespaced
    if (other.plural === plural && isSameScope) continue
    const what = other.plural === plural ? 'scope' : 'plural'
    const notes = [
      'the versions of a kind make one CRD, which has one plural and one scope',
      { message: 'the first version is listed here', span: first.spanOf('kind') },
    ]
    const helps = [`write the same ${what} in both entries`]
    const details = { span: spanOf('kind'), notes, helps }
    sink.report('project/contradicting-versions', { kind, what }, details)
    return true
  }
  return false
}

const reportSharedPlural: Check = ({ resource, spanOf }, earlier, sink) => {
  const { plural } = resource
  const first = earlier.find(
    ({ resource: other }) =>
      other.plural === plural &&
      other.kind !== resource.kind &&
      qualifiedGroup(other) === qualifiedGroup(resource),
  )
  if (first === undefined) return false
  const notes = [
    'the API server serves one resource under one plural of a group',
    { message: 'it is listed here first', span: first.spanOf('kind') },
  ]
  const helps = ['give one of the two kinds another `plural`']
  const parameters = { kind: resource.kind, other: first.resource.kind, plural }
  sink.report('project/shared-plural', parameters, { span: spanOf('kind'), notes, helps })
  return true
}

function isSameKind(left: ProjectResource, right: ProjectResource): boolean {
  return left.kind === right.kind && qualifiedGroup(left) === qualifiedGroup(right)
}

const checks: readonly Check[] = [reportDuplicate, reportOtherNames, reportSharedPlural]
