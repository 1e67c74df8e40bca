import { qualifiedGroup, type Project } from '../project/project.ts'
import type { TemplateData } from './templates.ts'

/*
 * What webhooks need of `config/`, by PROJECT: which of the files, and what the templates are told. A project without
 * webhooks has none of it.
 */

/** What stands in `config/` that decides too, beside PROJECT. */
export interface WebhookManifests {
  /** Whether `kops manifests` has written configurations: markers may stand where PROJECT knows of nothing. */
  readonly hasConfigurations: boolean
}

/** Where `kops manifests` puts the configurations, and where what belongs to them stands. */
export function webhookFolder({ settings }: Project): string {
  return settings.manifests.webhookOutput ?? 'config/webhook'
}

/** What the templates are told of webhooks and their certificates. */
export function webhookData(
  project: Project,
  { hasConfigurations }: WebhookManifests,
): WebhookData {
  const { certificates, certificateSigner } = project.settings
  const conversionCrds = convertedCrds(project)
  const admission = hasConfigurations || hasAdmission(project)
  const webhooks = admission || conversionCrds.length > 0
  const managesCertificate = webhooks && (certificates === 'self' || certificates === 'csr')
  const fromSigner = managesCertificate && certificates === 'csr'
  const mountsCertificate = webhooks && !managesCertificate
  const certManager = webhooks && certificates === 'cert-manager'
  const signer = fromSigner ? certificateSigner : undefined
  const words = managesCertificate
    ? managedArguments({ source: certificates, admission, conversionCrds, signer })
    : [certPath]
  return {
    webhooks,
    admission,
    conversionCrds,
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
  readonly conversionCrds: readonly string[]
  /** Whether the manager itself keeps the certificate, in a Secret. */
  readonly managesCertificate: boolean
  /** Whether the certificate is mounted from a Secret. */
  readonly mountsCertificate: boolean
  readonly certManager: boolean
  readonly fromSigner: boolean
  /** What the manager is started with. */
  readonly arguments: readonly string[]
}

const certPath = '--webhook-cert-path=/tmp/k8s-webhook-server/serving-certs'

interface ManagedCertificate {
  readonly source: string
  readonly admission: boolean
  readonly conversionCrds: readonly string[]
  readonly signer: string | undefined
}

/** Names stand in words of their own, so that kustomize's name references find them. */
function managedArguments(certificate: ManagedCertificate): string[] {
  const { source, admission, conversionCrds, signer } = certificate
  return [
    `--webhook-cert-source=${source}`,
    '--webhook-cert-secret',
    'webhook-server-cert',
    '--webhook-service',
    'webhook-service',
    ...(admission ? ['--webhook-mutating-configuration', 'mutating-webhook-configuration'] : []),
    ...(admission
      ? ['--webhook-validating-configuration', 'validating-webhook-configuration']
      : []),
    ...(conversionCrds.length > 0 ? [`--webhook-conversion-crds=${conversionCrds.join(',')}`] : []),
    ...(signer === undefined ? [] : [`--webhook-cert-signer=${signer}`]),
  ]
}

function hasAdmission({ resources }: Project): boolean {
  return resources.some(({ webhooks }) => webhooks?.defaulting || webhooks?.validation)
}

/** The CRDs whose versions are converted by the project. */
function convertedCrds({ resources }: Project): string[] {
  const converted = resources.filter(({ webhooks }) => webhooks?.conversion)
  const names = converted.map((each) => `${each.plural}.${qualifiedGroup(each)}`)
  return [...new Set(names)].sort()
}

/** The data of the replacements: only cert-manager's objects hold names that no reference of kustomize's reaches. */
export function certManagerData({ conversionCrds, admission }: WebhookData): TemplateData {
  const configurations = ['Mutating', 'Validating'].map((sort) => ({
    kind: `${sort}WebhookConfiguration`,
    name: `${sort.toLowerCase()}-webhook-configuration`,
  }))
  const definitions = conversionCrds.map((name) => ({ kind: 'CustomResourceDefinition', name }))
  return { targets: [...(admission ? configurations : []), ...definitions] }
}
