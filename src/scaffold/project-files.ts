import { renderYaml } from '../manifest/render-yaml.ts'
import {
  groupFolder,
  qualifiedGroup,
  type Project,
  type ProjectResource,
} from '../project/project.ts'
import type { PlannedFile, PlannedRemoval } from './plan.ts'
import { renderTemplate, type TemplateData } from './templates.ts'

/** The names of the YAML files that a person or kops put where a list names them. */
export interface ListedFolders {
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
  const chosen = settingFiles.map(({ path, isChosen }) =>
    isChosen(project) ? fromTemplate(project, path) : { operation: 'remove' as const, path },
  )
  return [
    {
      ...planList(`${crdFolder(project)}/Kustomization`, [...folders.crds, ...crdFiles(project)]),
      // `kops manifests` writes it too, by the files that it finds.
      ifExists: 'update',
    },
    planList('config/samples/Kustomization', [...folders.samples, ...sampleFiles(project)]),
    generated('config/default/zz_generated.replacements.yaml', replacements, 'replacements'),
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

/** Names and values that config/default copies from one object to another; certificates bring some. */
const replacements = '# Written by kops from PROJECT.\n[]\n'

interface SettingFile {
  readonly path: string
  readonly isChosen: (project: Project) => boolean
}

const always = (): boolean => true
const withPrometheus = ({ settings }: Project): boolean => settings.prometheus
const withNetworkPolicy = ({ settings }: Project): boolean => settings.networkPolicy

const settingFiles: readonly SettingFile[] = [
  { path: 'config/components/kustomization.yaml', isChosen: always },
  { path: 'config/network-policy/kustomization.yaml', isChosen: withNetworkPolicy },
  { path: 'config/network-policy/network_policy.yaml', isChosen: withNetworkPolicy },
  { path: 'config/prometheus/kustomization.yaml', isChosen: withPrometheus },
  { path: 'config/prometheus/monitor.yaml', isChosen: withPrometheus },
  { path: 'config/rbac/manager.yaml', isChosen: always },
]

function fromTemplate(project: Project, path: string): PlannedFile {
  const template = `project/${path}`
  return generated(path, renderTemplate(template, projectData(project)), template)
}

function generated(path: string, content: string, template: string): PlannedFile {
  const editInstead = 'as a patch in `config/default/kustomization.yaml`'
  return { operation: 'write', path, content, ifExists: 'regenerate', template, editInstead }
}

function projectData(project: Project): TemplateData {
  const { projectName, namespaced, settings } = project
  const { metrics, networkPolicy, prometheus } = settings
  const components = [
    ...(networkPolicy ? ['../network-policy'] : []),
    ...(prometheus ? ['../prometheus'] : []),
  ]
  const hasPatches = metrics || namespaced
  return { projectName, namespaced, metrics, components, hasPatches, kinds: kindsOf(project) }
}

/** One entry for each kind that the project brings, whatever its versions. */
function kindsOf(project: Project): TemplateData[] {
  const own = project.resources.filter(({ api }) => api !== undefined)
  const byName = new Map(own.map((each) => [`${qualifiedGroup(each)}/${each.kind}`, each]))
  return [...byName.values()].map((resource) => ({
    group: groupFolder(project, resource),
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
