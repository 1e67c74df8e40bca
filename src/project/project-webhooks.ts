import {
  groupFolder,
  isSameResource,
  qualifiedGroup,
  type Project,
  type ProjectResource,
  type ProjectWebhooks,
} from './project.ts'

/** The folder of the admission webhooks. */
export const webhooksFolder = 'src/webhooks'

/** A defaulter changes objects before they are stored, a validator refuses them. */
export type WebhookSort = 'defaulter' | 'validator'

/** What PROJECT and paths call each sort. */
interface SortNames {
  readonly field: 'defaulting' | 'validation'
  readonly pathField: 'defaultingPath' | 'validationPath'
  /** The first word of the path that the API server calls. */
  readonly verb: 'mutate' | 'validate'
}

export const webhookSorts: Readonly<Record<WebhookSort, SortNames>> = {
  defaulter: { field: 'defaulting', pathField: 'defaultingPath', verb: 'mutate' },
  validator: { field: 'validation', pathField: 'validationPath', verb: 'validate' },
}

const sorts = ['defaulter', 'validator'] as const

/** One admission webhook of the project, and the file that exports its `setup`. */
export interface ProjectWebhook {
  readonly resource: ProjectResource
  readonly sort: WebhookSort
  /** `apps/v1/application.defaulter`: it names the webhook within the project. */
  readonly id: string
  /** `src/webhooks/apps/v1/application.defaulter.ts` */
  readonly path: string
  /** `/mutate-apps-my-domain-v1-application`: where the API server calls it. */
  readonly urlPath: string
}

/** Every admission webhook of the project, in the order of PROJECT. */
export function projectWebhooks(project: Pick<Project, 'resources'>): ProjectWebhook[] {
  return project.resources.flatMap((resource) =>
    sorts.flatMap((sort) => {
      if (resource.webhooks?.[webhookSorts[sort].field] !== true) return []
      const id = `${versionFolder(project, resource)}/${resource.kind.toLowerCase()}.${sort}`
      const path = `${webhooksFolder}/${id}.ts`
      return [{ resource, sort, id, path, urlPath: webhookPath(resource, sort) }]
    }),
  )
}

/** `apps/v1` */
function versionFolder(project: Pick<Project, 'resources'>, resource: ProjectResource): string {
  return `${groupFolder(project, resource)}/${resource.version}`
}

/** Where the API server calls a webhook: what PROJECT says, or the path made of group, version and kind. */
export function webhookPath(resource: ProjectResource, sort: WebhookSort): string {
  const { pathField, verb } = webhookSorts[sort]
  const group = qualifiedGroup(resource).replaceAll('.', '-')
  const { version, kind, webhooks } = resource
  return webhooks?.[pathField] ?? `/${verb}-${group}-${version}-${kind.toLowerCase()}`
}

/** The one path at which all conversions are served. */
export const conversionPath = '/convert'

/** A kind whose versions a webhook converts, each through the hub. */
export interface ProjectConversion {
  readonly hub: ProjectResource
  readonly spokes: readonly ProjectSpoke[]
  /** `apps/v1/application.conversion` */
  readonly id: string
}

/** A version that is converted to the hub and back. */
export interface ProjectSpoke {
  readonly resource: ProjectResource
  /** `api/apps/v2/application.conversion.ts` */
  readonly path: string
}

/** Every conversion of the project, in the order of PROJECT. */
export function projectConversions(project: Pick<Project, 'resources'>): ProjectConversion[] {
  return project.resources.flatMap((hub) => {
    const { webhooks } = hub
    if (webhooks?.conversion !== true) return []
    const spokes = webhooks.spoke.flatMap((version) => {
      const resource = project.resources.find((each) => isSameResource(each, { ...hub, version }))
      if (resource?.path === undefined) return []
      return [{ resource, path: conversionFile(resource) }]
    })
    const id = `${versionFolder(project, hub)}/${hub.kind.toLowerCase()}.conversion`
    return [{ hub, spokes, id }]
  })
}

/** The file that converts a version to the hub and back. */
export function conversionFile({ path = '', kind }: ProjectResource): string {
  return `${path}/${kind.toLowerCase()}.conversion.ts`
}

/** The version that the others of its kind are converted through; undefined where they are not converted. */
export function findHub(
  { resources }: Pick<Project, 'resources'>,
  resource: ProjectResource,
): ProjectResource | undefined {
  return resources.find(
    (each) =>
      each.webhooks?.conversion === true &&
      isSameResource(each, { ...resource, version: each.version }),
  )
}

/** The resource with more webhooks than it has. */
export function withWebhooks(
  resource: ProjectResource,
  added: Partial<ProjectWebhooks>,
): ProjectResource {
  const { webhooks = noWebhooks } = resource
  const spoke = [...new Set([...webhooks.spoke, ...(added.spoke ?? [])])]
  return { ...resource, webhooks: { ...webhooks, ...added, spoke } }
}

const noWebhooks: ProjectWebhooks = {
  webhookVersion: 'v1',
  defaulting: false,
  validation: false,
  conversion: false,
  spoke: [],
}
