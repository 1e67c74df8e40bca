import {
  projectWebhooks,
  webhookSorts,
  type ProjectWebhook,
  type WebhookSort,
} from '../project/project-webhooks.ts'
import { qualifiedGroup, type Project, type ProjectResource } from '../project/project.ts'
import { coreExample } from './core-examples.ts'
import {
  articleFor,
  importKind,
  renderCall,
  renderConstant,
  typesModule,
  variableFor,
} from './kind-names.ts'
import type { PlannedFile } from './plan.ts'
import { crdFolder, sampleFile, sampleName } from './project-files.ts'
import { renderTypeScriptString } from './template-values.ts'
import { renderTemplate, type TemplateData } from './templates.ts'

export interface WebhookInputs {
  /** With the resource and its webhooks in it. */
  readonly project: Project
  readonly resource: ProjectResource
  /** The header as comment lines of TypeScript, empty where there is none. */
  readonly header: string
  readonly isNamespaced: boolean
  /** Whether PROJECT held this webhook before: then what a person has changed since stays as it is. */
  readonly isRecorded: (id: string) => boolean
}

const folder = 'create-webhook/src/webhooks/{{group}}/{{version}}'

/** The files of every admission webhook that a resource has. */
export function planWebhookFiles(inputs: WebhookInputs): PlannedFile[] {
  const { project, resource, isRecorded } = inputs
  const own = projectWebhooks(project).filter((each) => each.resource === resource)
  return own.flatMap((webhook) => {
    const data = webhookData(webhook, inputs)
    const ifExists = isRecorded(webhook.id) ? 'keep' : 'conflict'
    const plan = (path: string, template: string): PlannedFile => {
      const content = renderTemplate(template, data)
      return { operation: 'write', path, content, ifExists, template }
    }
    const template = `${folder}/{{kindFile}}.${webhook.sort}`
    const testPath = webhook.path.replace(/\.ts$/, '.test.ts')
    return [plan(webhook.path, `${template}.ts`), plan(testPath, `${template}.test.ts`)]
  })
}

/** Names that the templates use for something else. */
const takenNames: ReadonlySet<string> = new Set([
  'Dependencies',
  'KubernetesObject',
  'Manager',
  'ValidationResult',
  'Validator',
])

/** What is said between `.for(Kind)` and `.complete()`. */
const calls: Readonly<Record<WebhookSort, (options: string) => string>> = {
  defaulter: (options) => `.withDefaulter({ default: setDefaults }${options})`,
  validator: (options) => `.withValidator(validator${options})`,
}

function webhookData(webhook: ProjectWebhook, inputs: WebhookInputs): TemplateData {
  const { project, resource, header } = inputs
  const { sort, urlPath } = webhook
  const { kind, version, external, path } = resource
  const ownPath = resource.webhooks?.[webhookSorts[sort].pathField]
  const names = importKind(kind, takenNames)
  const isTyped = !external || path !== undefined
  return {
    header: header === '' ? '' : `${header}\n`,
    ...names,
    ...testData(inputs),
    typeName: isTyped ? names.kind : 'KubernetesObject',
    isTyped,
    isBuiltIn: resource.core,
    // The selector of namespaces judges a Namespace by its own labels.
    sparesSystem: resource.core && (inputs.isNamespaced || kind === 'Namespace'),
    module: typesModule(project, resource, '../../../../'),
    object: variableFor(kind),
    article: articleFor(kind),
    apiGroup: qualifiedGroup(resource),
    version,
    kindFile: kind.toLowerCase(),
    projectName: project.projectName,
    marker: renderMarker(webhook, inputs),
    constPath: ownPath === undefined ? '' : renderConstant('  ', 'path', urlPath),
    chain: renderChain(
      isTyped ? `(${names.kind})` : `<KubernetesObject>(${names.kind})`,
      calls[sort](ownPath === undefined ? '' : ', { path }'),
    ),
  }
}

/** What the tests create, and what has to be installed for it. */
function testData({ project, resource, isNamespaced }: WebhookInputs): TemplateData {
  const { kind, core, external } = resource
  const isStandIn = external && resource.path === undefined
  const built = coreExample(resource, isNamespaced)
  const untyped = `{\n    metadata: { name: 'example'${isNamespaced ? `, namespace: 'default'` : ''} },\n  }`
  const isOwn = !core && !external
  const sample = `config/samples/${sampleFile(project, resource)}`
  return {
    isOwn,
    isStandIn,
    isServed: isOwn || isStandIn || built !== '',
    example: core ? built : untyped,
    // What the API server of the test needs, as items of a list of TypeScript.
    crds: isStandIn
      ? `standInDefinition(${kind}, ${renderTypeScriptString(resource.plural)})`
      : renderTypeScriptString(crdFolder(project)),
    webhooksFile: `${project.settings.manifests.webhookOutput ?? 'config/webhook'}/manifests.yaml`,
    createSample: renderCall('  ', 'await running.create', sample),
    sampleName: isOwn ? sampleName(project, resource) : 'example',
    namespace: isNamespaced ? 'default' : '',
  }
}

/** The line that the webhook's configuration is made from. */
function renderMarker(
  { resource, sort, urlPath }: ProjectWebhook,
  { project, isNamespaced }: WebhookInputs,
): string {
  const group = qualifiedGroup(resource)
  const { version, plural, kind } = resource
  const owner = resource.core
    ? `${group.split('.')[0] || 'core'}.${project.domain || project.projectName}`
    : group
  const values = [
    `path=${urlPath}`,
    `mutating=${sort === 'defaulter'}`,
    'failurePolicy=fail',
    'sideEffects=None',
    `groups=${group || 'core'}`,
    `resources=${plural}`,
    'verbs=create;update',
    `versions=${version}`,
    ...(project.namespaced && isNamespaced ? ownNamespaceOnly(project, resource) : []),
    `name=${sort === 'defaulter' ? 'm' : 'v'}${kind.toLowerCase()}-${version}.${owner}`,
    'admissionReviewVersions=v1',
  ]
  return `// +kubebuilder:webhook:${values.join(',')}`
}

/**
 * A manager of one namespace judges what is written there. The label is what the Namespace in `config/manager` carries,
 * whatever an overlay calls it. What the manager itself consists of passes by, or a webhook that is down would keep it so.
 */
function ownNamespaceOnly({ projectName }: Project, { core }: ProjectResource): string[] {
  const label = 'app.kubernetes.io/name'
  const own = `namespaceSelector="${label}=${projectName}"`
  return core ? [own, `objectSelector="${label} notin (${projectName})"`] : [own]
}

/** On one line where it fits, as the formatter writes it. */
function renderChain(choice: string, call: string): string {
  const line = `  newWebhook(manager).for${choice}${call}.complete()`
  if (line.length <= 100) return line
  return `  newWebhook(manager)\n    .for${choice}\n    ${call}\n    .complete()`
}
