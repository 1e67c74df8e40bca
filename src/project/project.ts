import type { JsonValue } from '../apimachinery/json.ts'
import { pluralize } from '../apimachinery/plural.ts'

/** What PROJECT says, with its defaults filled in: the one value that commands plan from. */
export interface Project {
  readonly domain: string
  readonly projectName: string
  /** Whether the manager and its roles are confined to one namespace. */
  readonly namespaced: boolean
  readonly resources: readonly ProjectResource[]
  /** What stands under `plugins.kops`. */
  readonly settings: ProjectSettings
}

/** One version of one kind that the project serves or watches. */
export interface ProjectResource {
  /** As in PROJECT: the part of the group before the domain, possibly empty. */
  readonly group: string
  /** Possibly empty, as for the groups of Kubernetes itself. */
  readonly domain: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  /** The folder of the types, where the project holds them. */
  readonly path?: string | undefined
  /** Present where the project brings the CRD. */
  readonly api?: { readonly crdVersion: 'v1'; readonly namespaced: boolean } | undefined
  readonly controller: boolean
  /** Controllers with names of their own. */
  readonly controllers: readonly { readonly name: string }[]
  readonly webhooks?: ProjectWebhooks | undefined
  /** The kind of another project. */
  readonly external: boolean
  /** The package that the types of an external kind come from. */
  readonly module?: string | undefined
  /** A kind of Kubernetes itself. */
  readonly core: boolean
}

export interface ProjectWebhooks {
  readonly webhookVersion: 'v1'
  readonly defaulting: boolean
  readonly validation: boolean
  readonly conversion: boolean
  readonly spoke: readonly string[]
  readonly defaultingPath?: string | undefined
  readonly validationPath?: string | undefined
}

export const numberMeanings = ['int32', 'int64', 'double'] as const
export const certificateSources = ['self', 'cert-manager', 'csr', 'files'] as const

export interface ProjectSettings {
  /** What a plain `number` means; unset, it is an error. */
  readonly numbers?: (typeof numberMeanings)[number] | undefined
  /** Who sees to the certificates of webhooks: the operator, cert-manager, a signer of the cluster, or somebody else. */
  readonly certificates: (typeof certificateSources)[number]
  /** The signer that is asked with `csr`. Unset: the kubelets' own. */
  readonly certificateSigner?: string | undefined
  readonly metrics: boolean
  readonly networkPolicy: boolean
  readonly prometheus: boolean
  /** `apache2`, `mit`, `none`, or the file that it was read from. */
  readonly license: string
  readonly owner?: string | undefined
  /** The year in headers. */
  readonly year?: number | undefined
  /** Prefixes of markers that belong to other tools. */
  readonly foreignMarkers: readonly string[]
  /** The Kubernetes release whose types the CRDs embed. */
  readonly kubernetes?: string | undefined
  readonly leaderElectionId?: string | undefined
  readonly manifests: ManifestSettings
  readonly generate: GenerateSettings
  readonly client: ClientSettings
}

/** Options that `kops generate client` takes where the command line has none. */
export interface ClientSettings {
  readonly group?: string | undefined
  readonly version?: string | undefined
  readonly output?: string | undefined
}

/** What `kops generate` writes beside what every project has, where the command line does not say. */
export interface GenerateSettings {
  readonly applyConfigurations: boolean
  readonly validators: boolean
  readonly jsonSchemas: boolean
  readonly reference: boolean
  readonly schemaOutput?: string | undefined
  readonly referenceOutput?: string | undefined
}

/** Options that `kops manifests` takes where the command line has none. */
export interface ManifestSettings {
  readonly paths: readonly string[]
  readonly tsconfig?: string | undefined
  readonly crdOutput?: string | undefined
  readonly rbacOutput?: string | undefined
  readonly webhookOutput?: string | undefined
  readonly roleName?: string | undefined
  readonly maxDescriptionLength?: number | undefined
  readonly embeddedMetadata: boolean
  readonly headerFile?: string | undefined
  readonly year?: number | undefined
}

export const defaultSettings: ProjectSettings = {
  certificates: 'self',
  metrics: true,
  networkPolicy: false,
  prometheus: false,
  license: 'apache2',
  foreignMarkers: [],
  manifests: { paths: [], embeddedMetadata: false },
  generate: { applyConfigurations: false, validators: false, jsonSchemas: false, reference: false },
  client: {},
}

/** The layout that kops writes, in the form of kubebuilder's plugin keys. */
export const projectLayout = 'kops/v1'

/** The group as it stands in `apiVersion`. */
export function qualifiedGroup({
  group,
  domain,
}: Pick<ProjectResource, 'group' | 'domain'>): string {
  return [group, domain].filter((part) => part !== '').join('.')
}

/** Whether two entries of PROJECT are of the same group, version and kind. */
export function isSameResource(left: ProjectResource, right: ProjectResource): boolean {
  return (
    qualifiedGroup(left) === qualifiedGroup(right) &&
    left.version === right.version &&
    left.kind === right.kind
  )
}

/** The project with a resource in it, in the place of the entry of the same group, version and kind. */
export function withResource(project: Project, resource: ProjectResource): Project {
  const index = project.resources.findIndex((each) => isSameResource(each, resource))
  const resources =
    index < 0 ? [...project.resources, resource] : project.resources.with(index, resource)
  return { ...project, resources }
}

/**
 * The folder name of a group below `api/`, `src/controllers/` and `src/webhooks/`: the group's first
 * label, or the whole group where another group of the project has that folder already.
 */
export function groupFolder(
  project: Pick<Project, 'resources'>,
  resource: Pick<ProjectResource, 'group' | 'domain'>,
): string {
  const own = qualifiedGroup(resource)
  const folders = new Map<string, string>()
  for (const each of project.resources) {
    const group = qualifiedGroup(each)
    if (folders.has(group)) continue
    const [, recorded] = each.path?.split('/') ?? []
    folders.set(group, recorded ?? chooseFolder(group, new Set(folders.values())))
  }
  return folders.get(own) ?? chooseFolder(own, new Set(folders.values()))
}

function chooseFolder(group: string, taken: ReadonlySet<string>): string {
  // The group of Pods and Secrets has no name.
  const name = group || 'core'
  const [label = name] = name.split('.')
  if (!taken.has(label)) return label
  // Only Kubernetes' own oldest groups have names of one label.
  return name === label ? `${label}.k8s.io` : group
}

/** The names of a kind's controllers: one without a name of its own is called as the kind is. */
export function controllerNames(resource: ProjectResource): readonly string[] {
  const { kind, controller, controllers } = resource
  const own = controller ? [kind.toLowerCase()] : []
  return [...new Set([...own, ...controllers.map(({ name }) => name)])]
}

/**
 * The resource with one more controller. `controller: true` stands for one that is named as the kind, as long as it
 * is the only one.
 */
export function withController(resource: ProjectResource, name: string): ProjectResource {
  const names = controllerNames(resource)
  if (names.includes(name)) return resource
  if (names.length === 0 && name === resource.kind.toLowerCase()) {
    return { ...resource, controller: true }
  }
  const controllers = [...names, name].map((each) => ({ name: each }))
  return { ...resource, controller: false, controllers }
}

/** One controller of the project, and the file that exports its `setup`. */
export interface ProjectController {
  readonly resource: ProjectResource
  readonly name: string
  /** `ship/frigate`: it names the controller within the project. */
  readonly id: string
  /** `src/controllers/ship/frigate.ts` */
  readonly path: string
}

/** The folder of the controllers. */
export const controllersFolder = 'src/controllers'

/** Every controller of the project, in the order of PROJECT. */
export function projectControllers(project: Pick<Project, 'resources'>): ProjectController[] {
  return project.resources.flatMap((resource) =>
    controllerNames(resource).map((name) => {
      const id = `${groupFolder(project, resource)}/${name}`
      return { resource, name, id, path: `${controllersFolder}/${id}.ts` }
    }),
  )
}

/** One value of PROJECT with its place; values that equal their default need not stand there. */
export interface ProjectField {
  readonly path: readonly string[]
  readonly value: JsonValue | undefined
  readonly default?: JsonValue | undefined
}

/** Every value of PROJECT but the resources. */
export function projectFields({ settings, ...project }: Project): readonly ProjectField[] {
  const { manifests, generate, client, ...plain } = settings
  const {
    manifests: manifestDefaults,
    generate: generateDefaults,
    client: clientDefaults,
    ...defaults
  } = defaultSettings
  return [
    { path: ['domain'], value: project.domain },
    { path: ['layout'], value: [projectLayout] },
    { path: ['namespaced'], value: project.namespaced, default: false },
    { path: ['projectName'], value: project.projectName },
    { path: ['version'], value: '3' },
    ...settingFields(['plugins', 'kops'], plain, defaults),
    ...settingFields(['plugins', 'kops', 'manifests'], manifests, manifestDefaults),
    ...settingFields(['plugins', 'kops', 'generate'], generate, generateDefaults),
    ...settingFields(['plugins', 'kops', 'client'], client, clientDefaults),
  ]
}

function settingFields(
  base: readonly string[],
  settings: object,
  defaults: object,
): readonly ProjectField[] {
  const known = new Map<string, JsonValue | undefined>(Object.entries(defaults))
  return Object.entries(settings).map(([key, value]: [string, JsonValue | undefined]) => ({
    path: [...base, key],
    value,
    default: known.get(key),
  }))
}

/** Every value of one entry of `resources`. */
export function resourceFields(resource: ProjectResource): readonly ProjectField[] {
  const { api, webhooks } = resource
  return [
    { path: ['api', 'crdVersion'], value: api?.crdVersion },
    { path: ['api', 'namespaced'], value: api?.namespaced, default: api ? false : undefined },
    { path: ['controller'], value: resource.controller, default: false },
    {
      path: ['controllers'],
      value: resource.controllers.map(({ name }) => ({ name })),
      default: [],
    },
    { path: ['core'], value: resource.core, default: false },
    { path: ['domain'], value: resource.domain, default: '' },
    { path: ['external'], value: resource.external, default: false },
    { path: ['group'], value: resource.group, default: '' },
    { path: ['kind'], value: resource.kind },
    { path: ['module'], value: resource.module },
    { path: ['path'], value: resource.path },
    { path: ['plural'], value: resource.plural, default: pluralize(resource.kind) },
    { path: ['version'], value: resource.version },
    ...(webhooks === undefined ? [] : webhookFields(webhooks)),
  ]
}

function webhookFields(webhooks: ProjectWebhooks): readonly ProjectField[] {
  return [
    { path: ['webhooks', 'conversion'], value: webhooks.conversion, default: false },
    { path: ['webhooks', 'defaulting'], value: webhooks.defaulting, default: false },
    { path: ['webhooks', 'defaultingPath'], value: webhooks.defaultingPath },
    { path: ['webhooks', 'spoke'], value: webhooks.spoke, default: [] },
    { path: ['webhooks', 'validation'], value: webhooks.validation, default: false },
    { path: ['webhooks', 'validationPath'], value: webhooks.validationPath },
    { path: ['webhooks', 'webhookVersion'], value: webhooks.webhookVersion },
  ]
}
