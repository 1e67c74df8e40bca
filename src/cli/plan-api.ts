import { join } from 'node:path'
import type { ProjectOnDisk } from '../project/parse-project.ts'
import type { ProjectConversion } from '../project/project-webhooks.ts'
import {
  controllerNames,
  isSameResource,
  projectControllers,
  withController,
  withResource,
  type Project,
  type ProjectResource,
} from '../project/project.ts'
import { planControllerFiles } from '../scaffold/controller-plan.ts'
import { planApiFiles } from '../scaffold/create-api-plan.ts'
import type { Plan, PlannedFile } from '../scaffold/plan.ts'
import { resolveResource, type ApiRequest, type RequestedResource } from './api-request.ts'
import { assemblePlan } from './assemble-plan.ts'
import type { CommandContext } from './command.ts'
import type { CopiedVersion } from './copy-version.ts'
import { hasArtefacts, planControllerArtefacts, planNewKindArtefacts } from './generated-files.ts'
import { reportMissingFiles } from './missing-files.ts'
import { changedConversions, conversionStubs, planConversions } from './plan-conversions.ts'
import { readOptionalText, readOwnProject, readSourceHeader } from './project-folder.ts'
import { addConversion, readStart } from './version-conversion.ts'

/**
 * What `kops create api` writes. Reads PROJECT again: another command may have changed it while a question was open.
 */
export async function planApi(
  request: ApiRequest,
  context: CommandContext,
): Promise<Plan | undefined> {
  const recorded = readOwnProject(context)
  if (recorded === undefined || reportMissingFiles(recorded.project, context)) return undefined
  const requested = resolveResource(request, recorded.project, context)
  if (requested === undefined) return undefined
  const added = request.wantsController
    ? addController(requested, request.controllerName)
    : requested.resource
  const extended = { project: withResource(recorded.project, added), resource: added }
  const copied = readStart(request, extended, context)
  const project = copied !== undefined && addConversion(request, extended, context)
  if (!project) return undefined
  const resource = project.resources.find((each) => isSameResource(each, added)) ?? added
  const isSound = [reportNameClash, reportOutOfReach].every((check) =>
    check({ project, resource, isNamespaced: requested.isNamespaced }, context),
  )
  if (!isSound) return undefined
  return planResource({ ...requested, project, resource, copied }, recorded, context)
}

/** A kind has one controller, whatever its versions, unless further ones are named. */
function addController(
  { resource, known }: RequestedResource,
  name: string | undefined,
): ProjectResource {
  const { same, others } = known
  const hasOne = [...(same ? [same] : []), ...others].some(
    (each) => controllerNames(each).length > 0,
  )
  if (name === undefined && hasOne) return resource
  if (others.some((each) => controllerNames(each).includes(name ?? ''))) return resource
  return withController(resource, name ?? resource.kind.toLowerCase())
}

interface Proposed {
  readonly project: Project
  readonly resource: ProjectResource
  readonly isNamespaced: boolean
}

type Check = (proposed: Proposed, context: CommandContext) => boolean

/** Each controller has a file of its own, which kinds of one folder share the names of. */
const reportNameClash: Check = ({ project, resource }, { sink }) => {
  const all = projectControllers(project)
  const own = all.filter((each) => each.resource === resource)
  const others = all.filter((each) => each.resource !== resource)
  const clash = others.find(({ id }) => own.some((each) => each.id === id))
  if (clash === undefined) return true
  const { name, path } = clash
  const { kind } = clash.resource
  const notes = [`\`${path}\` is the controller of \`${kind}\``]
  const helps = ['give another `--controller-name`']
  sink.report('args/controller-clash', { name, kind }, { notes, helps })
  return false
}

/** A Role gives nothing that lies outside of namespaces. */
const reportOutOfReach: Check = ({ project, resource, isNamespaced }, { sink }) => {
  if (!project.namespaced || isNamespaced || controllerNames(resource).length === 0) return true
  const { kind } = resource
  const notes = ['the project is namespaced, so that its manager has a Role in one namespace']
  const helps = ['add `--controller=false`', 'run `kops edit --namespaced=false` first']
  sink.report('args/out-of-reach', { kind }, { notes, helps })
  return false
}

interface Decided extends RequestedResource, Proposed {
  /** What the type and the sample start as; `null` where they start as those of a first version. */
  readonly copied: CopiedVersion | null
}

async function planResource(
  decided: Decided,
  recorded: ProjectOnDisk,
  context: CommandContext,
): Promise<Plan> {
  const { project, resource, known } = decided
  const { root } = context
  const header = readSourceHeader(root, project.settings.year)
  const isRecorded = recorded.project.resources.some((each) => isSameResource(each, resource))
  const isStorageVersion = known.others.length === 0
  const api =
    resource.api &&
    planApiFiles({
      project,
      resource,
      header,
      isStorageVersion,
      isRecorded,
      copied: decided.copied ?? undefined,
    })
  const external = await planExternal(decided, context)
  const sources = [...(api ? [api.groupVersion, api.type] : []), ...external]
  const before = new Set(projectControllers(recorded.project).map(({ id }) => id))
  const controllers = planControllerFiles({
    project,
    resource,
    header,
    hasConditions: hasConditions(api?.type, root),
    isNamespaced: decided.isNamespaced,
    isRecorded: (id) => before.has(id),
  })
  const isNewController = projectControllers(project).some(({ id }) => !before.has(id))
  const change = { recorded: recorded.project, project }
  const conversions = changedConversions(change, root)
  const generated = await planArtefacts(
    { ...decided, sources, controllers, isNewController, conversions },
    context,
  )
  const drafted = planConversions(conversions, generated, { change, root })
  const own = [...sources, ...(api ? [api.sample] : []), ...controllers, ...drafted]
  const paths = new Set(own.map(({ path }) => path))
  const rest = generated.filter(({ path }) => !paths.has(path))
  return assemblePlan({ project, own, generated: rest }, recorded, root)
}

/** What a kind of another project brings. */
async function planExternal(decided: Decided, context: CommandContext): Promise<PlannedFile[]> {
  if (decided.external === undefined) return []
  const { planExternalKind } = await import('./import/plan-external.ts')
  return planExternalKind(decided, context)
}

/** Whether the type, as it is on the disk or about to be, has the conditions that the starter of a controller sets. */
function hasConditions(type: PlannedFile | undefined, root: string): boolean {
  if (type === undefined) return false
  const text = readOptionalText(join(root, type.path)) ?? String(type.content)
  return (
    /^ {2}conditions\?: Condition\[\]$/m.test(text) &&
    text.includes('+kubebuilder:subresource:status')
  )
}

interface NewFiles extends Decided {
  /** Of the kind's type. */
  readonly sources: readonly PlannedFile[]
  readonly controllers: readonly PlannedFile[]
  readonly isNewController: boolean
  readonly conversions: readonly ProjectConversion[]
}

/** A new kind needs no compiler; a further version does, and so does a folder that someone rearranged. */
async function planArtefacts(
  { project, resource, known, sources, controllers, isNewController, conversions }: NewFiles,
  context: CommandContext,
): Promise<readonly PlannedFile[]> {
  const { root, sink } = context
  const texts = sources.map(({ path, content }) => ({ path, text: String(content) }))
  const isComplete = resource.api === undefined || hasArtefacts(project, resource, root)
  const wiring =
    conversions.length > 0
      ? undefined
      : isNewController
        ? planControllerArtefacts(project, resource, root)
        : []
  if (known.same !== undefined && isComplete && wiring !== undefined) return wiring
  if (resource.api === undefined && wiring !== undefined) return wiring
  if (known.same === undefined && known.others.length === 0 && wiring !== undefined) {
    const planned = planNewKindArtefacts({ project, resource, sources: texts }, root, sink)
    if (planned !== undefined) {
      const paths = new Set(planned.map(({ path }) => path))
      return [...planned, ...wiring.filter(({ path }) => !paths.has(path))]
    }
  }
  const { planWithCompiler } = await import('./plan-with-compiler.ts')
  const files = [...sources, ...controllers].map(({ path, content }) => ({
    path,
    text: String(content),
  }))
  const stubs = conversionStubs(conversions)
  return planWithCompiler({ project, files: [...files, ...stubs] }, context)
}
