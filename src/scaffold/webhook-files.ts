import { webhookSorts, type WebhookSort } from '../project/project-webhooks.ts'
import { qualifiedGroup, type Project } from '../project/project.ts'

/*
 * What webhooks need of `config/`, by PROJECT: which of the files, and what the templates are told. A project without
 * webhooks has none of it.
 */

/** What stands in `config/` that decides too, beside PROJECT. */
export interface WebhookManifests {
  /** What `kops manifests` writes: markers may stand where PROJECT knows of nothing. */
  readonly configurations: readonly WebhookConfigurationName[]
}

/** A webhook configuration of the project, by the name that the generators give it. */
export interface WebhookConfigurationName {
  readonly sort: WebhookSort
  readonly name: string
}

/** Returns the configurations that the text of `manifests.yaml` holds. */
export function readConfigurations(manifests: string): WebhookConfigurationName[] {
  const documents = manifests.split(/^---$/m)
  return documents.flatMap((text) => {
    const [, kind] = /^kind: (Mutating|Validating)WebhookConfiguration$/m.exec(text) ?? []
    const [, name] = /^metadata:\n(?: .*\n)*? {2}name: (\S+)$/m.exec(text) ?? []
    if (kind === undefined || name === undefined) return []
    return [{ sort: kind === 'Mutating' ? 'defaulter' : 'validator', name }]
  })
}

/** Where `kops manifests` puts the configurations, and where what belongs to them stands. */
export function webhookFolder({ settings }: Project): string {
  return settings.manifests.webhookOutput ?? 'config/webhook'
}

/** What the templates are told of webhooks and their certificates. */
export function webhookData(project: Project, manifests: WebhookManifests): WebhookData {
  const { certificates, certificateSigner } = project.settings
  const conversionCrds = convertedCrds(project)
  const configurations = listConfigurations(project, manifests)
  const admission = configurations.length > 0
  const webhooks = admission || conversionCrds.length > 0
  const managesCertificate = webhooks && (certificates === 'self' || certificates === 'csr')
  const fromSigner = managesCertificate && certificates === 'csr'
  const mountsCertificate = webhooks && !managesCertificate
  const certManager = webhooks && certificates === 'cert-manager'
  const signer = fromSigner ? certificateSigner : undefined
  const words = managesCertificate
    ? managedArguments({ source: certificates, configurations, conversionCrds, signer })
    : [certPath]
  return {
    webhooks,
    admission,
    configurations,
    conversionCrds,
    injected: listInjected(configurations, conversionCrds),
    managesCertificate,
    mountsCertificate,
    certManager,
    fromSigner,
    arguments: words,
  }
}

export interface WebhookData {
  readonly webhooks: boolean
  /** Whether there are defaulting or validating webhooks. */
  readonly admission: boolean
  readonly configurations: readonly ConfigurationData[]
  readonly conversionCrds: readonly string[]
  /** The objects whose caBundle cert-manager fills in. */
  readonly injected: readonly InjectedObject[]
  /** Whether the manager itself keeps the certificate, in a Secret. */
  readonly managesCertificate: boolean
  /** Whether the certificate is mounted from a Secret. */
  readonly mountsCertificate: boolean
  readonly certManager: boolean
  readonly fromSigner: boolean
  /** What the manager is started with. */
  readonly arguments: readonly string[]
}

/** A webhook configuration as the templates write it. */
export interface ConfigurationData {
  readonly kind: string
  readonly resource: string
  readonly name: string
  /** The flag that names it to the manager. */
  readonly flag: string
}

const configurationSorts = [
  { sort: 'defaulter', word: 'mutating', kind: 'MutatingWebhookConfiguration' },
  { sort: 'validator', word: 'validating', kind: 'ValidatingWebhookConfiguration' },
] as const

/** The configurations of the project: those that are written, and those that PROJECT asks for. */
function listConfigurations(
  project: Project,
  { configurations }: WebhookManifests,
): ConfigurationData[] {
  return configurationSorts.flatMap(({ sort, word, kind }) => {
    const written = configurations.find((each) => each.sort === sort)?.name
    const { field } = webhookSorts[sort]
    const isAsked = project.resources.some(({ webhooks }) => webhooks?.[field])
    if (written === undefined && !isAsked) return []
    const name = written ?? `${word}-webhook-configuration`
    const resource = `${kind.toLowerCase()}s`
    return [{ kind, resource, name, flag: `--webhook-${word}-configuration` }]
  })
}

interface InjectedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}

function listInjected(
  configurations: readonly ConfigurationData[],
  conversionCrds: readonly string[],
): InjectedObject[] {
  const definitions = conversionCrds.map((name) => ({ kind: 'CustomResourceDefinition', name }))
  return [
    ...configurations.map(({ kind, name }) => ({
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind,
      name,
    })),
    ...definitions.map((each) => ({ apiVersion: 'apiextensions.k8s.io/v1', ...each })),
  ]
}

const certPath = '--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs'

interface ManagedCertificate {
  readonly source: string
  readonly configurations: readonly ConfigurationData[]
  readonly conversionCrds: readonly string[]
  readonly signer: string | undefined
}

/** Names stand in words of their own, so that kustomize's name references find them. */
function managedArguments(certificate: ManagedCertificate): string[] {
  const { source, configurations, conversionCrds, signer } = certificate
  return [
    `--webhook-cert-source=${source}`,
    '--webhook-cert-secret',
    'webhook-server-cert',
    '--webhook-service',
    'webhook-service',
    ...configurations.flatMap(({ flag, name }) => [flag, name]),
    ...(conversionCrds.length > 0 ? [`--webhook-conversion-crds=${conversionCrds.join(',')}`] : []),
    ...(signer === undefined ? [] : [`--webhook-cert-signer=${signer}`]),
  ]
}

/** The CRDs whose versions are converted by the project. */
function convertedCrds({ resources }: Project): string[] {
  const converted = resources.filter(({ webhooks }) => webhooks?.conversion)
  const names = converted.map((each) => `${each.plural}.${qualifiedGroup(each)}`)
  return [...new Set(names)].sort()
}
