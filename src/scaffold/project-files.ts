import { basename, dirname, relative } from 'node:path/posix'
import { renderYaml } from '../manifest/render-yaml.ts'
import {
  groupFolder,
  isSameResource,
  qualifiedGroup,
  type Project,
  type ProjectResource,
} from '../project/project.ts'
import type { PlannedFile, PlannedRemoval } from './plan.ts'
import { renderTemplate, type TemplateData } from './templates.ts'
import {
  webhookData,
  webhookFolder,
  type WebhookData,
  type WebhookManifests,
} from './webhook-files.ts'

/** What stands in `config/` beside what PROJECT says: the names of YAML files that lists name, and webhooks. */
export interface ListedFolders extends WebhookManifests {
  readonly crds: readonly string[]
  readonly samples: readonly string[]
}

/**
 * The files that kops keeps from PROJECT alone: what lists other files, and what the settings choose.
 * Every command that changes PROJECT plans them again, so that none of them is edited in place.
 */
export function planProjectFiles(
  project: Project,
  folders: ListedFolders,
): (PlannedFile | PlannedRemoval)[] {
  const webhooks = webhookData(project, folders)
  const data = { ...projectData(project, webhooks), ...webhooks }
  const choice: Choice = { project, webhooks }
  const chosen = settingFiles.map(({ template, folder, isChosen }) => {
    const path = `${folder?.(project) ?? `config/${dirname(template)}`}/${basename(template)}`
    return isChosen(choice)
      ? fromTemplate(path, `project/config/${template}`, data)
      : { operation: 'remove' as const, path }
  })
  return [
    {
      ...planList(`${crdFolder(project)}/Kustomization`, [...folders.crds, ...crdFiles(project)]),
      // `kops manifests` writes it too, by the files that it finds.
      ifExists: 'update',
    },
    planList('config/samples/Kustomization', [...folders.samples, ...sampleFiles(project)]),
    ...chosen,
  ]
}

/** Where `kops manifests` puts the CRDs. */
export function crdFolder({ settings }: Project): string {
  return settings.manifests.crdOutput ?? 'config/crd/bases'
}

/** Where a kind's sample stands, below `config/samples`. */
export function sampleFile(project: Project, resource: ProjectResource): string {
  return `${groupFolder(project, resource)}_${resource.version}_${resource.kind.toLowerCase()}.yaml`
}

/** Returns the name of a kind's sample: of later versions too, since the samples of all are applied together. */
export function sampleName({ resources }: Project, resource: ProjectResource): string {
  const kindFile = resource.kind.toLowerCase()
  const first = resources.find((each) =>
    isSameResource(each, { ...resource, version: each.version }),
  )
  const isFirst = first === undefined || first.version === resource.version
  return isFirst ? `${kindFile}-sample` : `${kindFile}-${resource.version}-sample`
}

/** What the choice of files depends on. */
interface Choice {
  readonly project: Project
  readonly webhooks: WebhookData
}

interface SettingFile {
  /** Below `templates/project/config/`, and below `config/` too unless there is a `folder`. */
  readonly template: string
  readonly folder?: (project: Project) => string
  readonly isChosen: (choice: Choice) => boolean
}

const always = (): boolean => true
const withPrometheus = ({ project }: Choice): boolean => project.settings.prometheus
const withNetworkPolicy = ({ project }: Choice): boolean => project.settings.networkPolicy
const withWebhooks = ({ webhooks }: Choice): boolean => webhooks.webhooks
const managesCertificate = ({ webhooks }: Choice): boolean => webhooks.managesCertificate
const withCertManager = ({ webhooks }: Choice): boolean => webhooks.certManager

const settingFiles: readonly SettingFile[] = [
  { template: 'certmanager/certificates.yaml', isChosen: withCertManager },
  { template: 'certmanager/kustomization.yaml', isChosen: withCertManager },
  { template: 'certmanager/variables.yaml', isChosen: withCertManager },
  { template: 'components/kustomization.yaml', isChosen: always },
  { template: 'default/zz_generated.replacements.yaml', isChosen: always },
  { template: 'network-policy/kustomization.yaml', isChosen: withNetworkPolicy },
  { template: 'network-policy/network_policy.yaml', isChosen: withNetworkPolicy },
  { template: 'prometheus/kustomization.yaml', isChosen: withPrometheus },
  { template: 'prometheus/monitor.yaml', isChosen: withPrometheus },
  { template: 'rbac/manager.yaml', isChosen: always },
  { template: 'webhook/kustomization.yaml', folder: webhookFolder, isChosen: withWebhooks },
  { template: 'webhook/name_references.yaml', folder: webhookFolder, isChosen: withWebhooks },
  { template: 'webhook/policy.yaml', folder: webhookFolder, isChosen: managesCertificate },
  { template: 'webhook/secret.yaml', folder: webhookFolder, isChosen: managesCertificate },
  { template: 'webhook/service.yaml', folder: webhookFolder, isChosen: withWebhooks },
]

function fromTemplate(path: string, template: string, data: TemplateData): PlannedFile {
  return generated(path, renderTemplate(template, data), template)
}

function generated(path: string, content: string, template: string): PlannedFile {
  const editInstead = 'as a patch in `config/default/kustomization.yaml`'
  return { operation: 'write', path, content, ifExists: 'regenerate', template, editInstead }
}

function projectData(project: Project, webhooks: WebhookData): TemplateData {
  const { projectName, namespaced, settings } = project
  const { metrics, networkPolicy, prometheus, leaderElectionId = '' } = settings
  const components = [
    ...(webhooks.webhooks ? [relative('config/components', webhookFolder(project))] : []),
    ...(webhooks.certManager ? ['../certmanager'] : []),
    ...(networkPolicy ? ['../network-policy'] : []),
    ...(prometheus ? ['../prometheus'] : []),
  ]
  const hasPatches = metrics || namespaced
  const kinds = kindsOf(project)
  // Variables of kustomize are known to a whole tree, which may hold other projects too.
  const variablePrefix = projectName.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')
  return {
    projectName,
    variablePrefix,
    namespaced,
    metrics,
    components,
    hasPatches,
    leaderElectionId,
    kinds,
  }
}

function roleNames(kind: string): TemplateData {
  const roles = ['admin', 'editor', 'viewer']
  return Object.fromEntries(roles.map((role) => [`${role}Role`, `${kind}-${role}-role`]))
}

/** One entry for each kind that the project brings, whatever its versions. */
function kindsOf(project: Project): TemplateData[] {
  const own = project.resources.filter(({ api }) => api !== undefined)
  const byName = new Map(own.map((each) => [`${qualifiedGroup(each)}/${each.kind}`, each]))
  return [...byName.values()].map((resource) => ({
    ...roleNames(`${groupFolder(project, resource)}-${resource.kind.toLowerCase()}`),
    apiGroup: qualifiedGroup(resource),
    kindFile: resource.kind.toLowerCase(),
    plural: resource.plural,
    namespaced: project.namespaced && resource.api?.namespaced === true,
  }))
}

function crdFiles({ resources }: Project): string[] {
  const own = resources.filter(({ api }) => api !== undefined)
  return own.map((each) => `${qualifiedGroup(each)}_${each.plural}.yaml`)
}

function sampleFiles(project: Project): string[] {
  const own = project.resources.filter(({ api }) => api !== undefined)
  return own.map((each) => sampleFile(project, each))
}

/** A list of files. Where people apply a whole folder with -f, its name has no ending: kubectl then skips it. */
function planList(path: string, files: readonly string[]): PlannedFile {
  const list = renderYaml({
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    resources: [...new Set(files)].toSorted(),
  })
  return generated(
    path,
    `# Written by kops: one line for each file that it keeps here.\n${list}`,
    'list',
  )
}
