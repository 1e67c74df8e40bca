import {
  projectWebhooks,
  webhookPath,
  webhookSorts,
  withWebhooks,
} from '../project/project-webhooks.ts'
import { withResource, type Project, type ProjectResource } from '../project/project.ts'
import type { Plan, PlannedFile } from '../scaffold/plan.ts'
import { planWebhookFiles } from '../scaffold/webhook-plan.ts'
import { assemblePlan } from './assemble-plan.ts'
import type { CommandContext } from './command.ts'
import { settleConversion } from './conversion-checks.ts'
import { reportMissingFiles } from './missing-files.ts'
import {
  changedConversions,
  conversionStubs,
  planConversions,
  type ProjectChange,
} from './plan-conversions.ts'
import { readOwnProject, readSourceHeader } from './project-folder.ts'
import { contradictPaths, reportPathClashes } from './webhook-paths.ts'
import { resolveTarget, type WebhookRequest, type WebhookTarget } from './webhook-request.ts'

/**
 * What `kops create webhook` writes. Reads PROJECT again: another command may have changed it while a question was open.
 */
export async function planWebhook(
  request: WebhookRequest,
  context: CommandContext,
): Promise<Plan | undefined> {
  const recorded = readOwnProject(context)
  if (recorded === undefined || reportMissingFiles(recorded.project, context)) return undefined
  const target = resolveTarget(request, recorded.project, context)
  if (target === undefined) return undefined
  const resource = addWebhooks(request, { ...target, project: recorded.project }, context)
  if (resource === undefined) return undefined
  const project = withResource(recorded.project, resource)
  if (reportPathClashes(project, context.sink)) return undefined
  const change = { recorded: recorded.project, project }
  const files = await planFiles(change, { ...target, resource }, context)
  return assemblePlan({ project, ...files }, recorded, context.root)
}

/** The resource with what is asked for; undefined where that cannot be. */
function addWebhooks(
  request: WebhookRequest,
  { resource, project }: WebhookTarget & { readonly project: Project },
  context: CommandContext,
): ProjectResource | undefined {
  const { sorts, paths, conversion, spokes } = request
  if (contradictPaths(request, resource, context.sink)) return undefined
  const admission = sorts.reduce((changed, sort) => {
    const { field, pathField } = webhookSorts[sort]
    // A path that would be the one anyway needs no line in PROJECT.
    const isOwn = paths[sort] !== undefined && paths[sort] !== webhookPath(resource, sort)
    return withWebhooks(changed, { [field]: true, ...(isOwn && { [pathField]: paths[sort] }) })
  }, resource)
  if (!conversion) return admission
  const spoke = settleConversion({ hub: resource, spokes, project }, context)
  return spoke && withWebhooks(admission, { conversion: true, spoke })
}

interface WebhookFiles {
  readonly own: readonly PlannedFile[]
  readonly generated: readonly PlannedFile[]
}

async function planFiles(
  change: ProjectChange,
  { resource, isNamespaced, external }: WebhookTarget,
  context: CommandContext,
): Promise<WebhookFiles> {
  const { project, recorded } = change
  const { root } = context
  const header = readSourceHeader(root, project.settings.year)
  const before = new Set(projectWebhooks(recorded).map(({ id }) => id))
  const isRecorded = (id: string): boolean => before.has(id)
  const webhooks = planWebhookFiles({ project, resource, header, isNamespaced, isRecorded })
  const conversions = changedConversions(change, root)
  const { planExternalKind } = await import('./import/plan-external.ts')
  const types = planExternalKind({ project, resource, external }, context)
  const sources = [...types, ...webhooks].map(({ path, content }) => ({
    path,
    text: String(content),
  }))
  const files = [...sources, ...conversionStubs(conversions)]
  const { planWithCompiler } = await import('./plan-with-compiler.ts')
  const generated = await planWithCompiler({ project, files }, context)
  const drafted = planConversions(conversions, generated, { change, root })
  const own = [...types, ...webhooks, ...drafted]
  const paths = new Set(own.map(({ path }) => path))
  return { own, generated: generated.filter(({ path }) => !paths.has(path)) }
}
