import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { nearestNames } from '../diagnostics/nearest-names.ts'
import { findHub } from '../project/project-webhooks.ts'
import type { Project, ProjectResource } from '../project/project.ts'
import type { CommandContext } from './command.ts'
import { hasStorageVersion } from './storage-version.ts'
import { ownVersions } from './webhook-request.ts'

/** A conversion as it is asked for. */
interface RequestedConversion {
  readonly hub: ProjectResource
  /** Empty where all other versions are meant. */
  readonly spokes: readonly string[]
  readonly project: Project
}

/** The versions that become spokes. Reports what stands in the way; undefined then. */
export function settleConversion(
  request: RequestedConversion,
  { root, sink }: CommandContext,
): readonly string[] | undefined {
  const { hub, project } = request
  const versions = ownVersions(hub, project)
  if (reportNoConversion(request, versions, sink)) return undefined
  const others = versions.map(({ version }) => version).filter((each) => each !== hub.version)
  const spokes = request.spokes.length === 0 ? others : request.spokes
  const before = sink.diagnostics.length
  for (const spoke of new Set(spokes)) reportWrongSpoke(spoke, { hub, others }, sink)
  const listed = [...spokes, ...(hub.webhooks?.spoke ?? [])]
  for (const version of others.filter((each) => !listed.includes(each))) {
    const helps = [`add \`--spoke ${version}\``, 'leave `--spoke` out, which means all of them']
    sink.report('args/missing-spoke', { kind: hub.kind, version }, { helps })
  }
  if (sink.diagnostics.length > before || !hasStorageVersion(versions, root, sink)) return undefined
  return others.filter((each) => listed.includes(each))
}

/** Reports what rules out a conversion altogether. */
function reportNoConversion(
  { hub, project }: RequestedConversion,
  versions: readonly ProjectResource[],
  sink: DiagnosticSink,
): boolean {
  const { group, version, kind } = hub
  if (hub.api === undefined) {
    sink.report('args/conversion-of-others', { kind }, { helps: ['leave `--conversion` out'] })
    return true
  }
  const other = findHub(project, hub)
  if (other !== undefined && other.version !== version) {
    const helps = [`use \`--version ${other.version}\``]
    sink.report('args/other-hub', { kind, hub: other.version, version }, { helps })
    return true
  }
  if (versions.length > 1) return false
  const helps = [
    `run \`kops create api --group ${group} --version <new> --kind ${kind} --from ${version}\` first`,
  ]
  sink.report('args/one-version', { kind }, { helps })
  return true
}

function reportWrongSpoke(
  spoke: string,
  { hub, others }: { readonly hub: ProjectResource; readonly others: readonly string[] },
  sink: DiagnosticSink,
): void {
  const { group, version, kind } = hub
  if (spoke === version) {
    const helps = [`leave \`${spoke}\` out of \`--spoke\``]
    sink.report('args/spoke-is-hub', { version: spoke }, { helps })
  } else if (!others.includes(spoke)) {
    const nearest = nearestNames(spoke, others).map((each) => `did you mean \`--spoke ${each}\`?`)
    const create = `run \`kops create api --group ${group} --version ${spoke} --kind ${kind} --from ${version}\` first`
    sink.report('args/unknown-spoke', { kind, version: spoke }, { helps: [create, ...nearest] })
  }
}
