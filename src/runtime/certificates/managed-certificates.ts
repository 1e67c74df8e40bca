import type { Manager } from '../manager/manager.ts'
import { configurationTarget, conversionTarget, type AuthorityTarget } from './authority-target.ts'
import type { CertificateSigner } from './certificate-signer.ts'
import { ClusterSigner } from './cluster-signer.ts'
import { KeptCertificate } from './kept-certificate.ts'
import { OwnSigner } from './own-signer.ts'
import type { ServingCertificate } from './serving-certificate.ts'

/** How an operator comes by the certificate of its webhooks, and who has to know about it. */
export interface ManagedCertificateOptions {
  /** `self`: the operator signs it. `csr`: a signer of the cluster does, once somebody has approved it. */
  readonly source: 'self' | 'csr'
  /** The Secret of the operator's namespace that replicas share. It must be there, and may be empty. */
  readonly secretName: string
  /** The Service of the operator's namespace that the API server calls. */
  readonly serviceName: string
  readonly mutatingConfigurationName?: string | undefined
  readonly validatingConfigurationName?: string | undefined
  /** The CRDs whose versions the operator converts. */
  readonly conversionCrds?: readonly string[] | undefined
  /** Of `csr`. Default: `kubernetes.io/kubelet-serving`. */
  readonly signerName?: string | undefined
  /** How long a certificate is good for. Default: 90 days, or what the signer gives. */
  readonly durationMs?: number | undefined
  /** How long the API server must have known a new authority before it is served with. Default: five minutes. */
  readonly overlapMs?: number | undefined
}

/**
 * A certificate for `ManagerOptions.webhooks.certificates` that the operator itself sees to: it is kept in a Secret,
 * replaced at two thirds of its life without a call that fails, and its authority applied to webhook configurations
 * and CRDs under a field manager of its own. Only a process in a cluster does so: elsewhere there is none.
 */
export function managedCertificates(
  options: ManagedCertificateOptions,
  environment: NodeJS.ProcessEnv = process.env,
): (manager: Manager) => ServingCertificate | undefined {
  return (manager) => {
    if (!environment['KUBERNETES_SERVICE_HOST']) return undefined
    const { namespace, clock, logger, apiClient: client } = manager
    return new KeptCertificate({
      client,
      clock,
      logger,
      secret: { namespace, name: options.secretName },
      hosts: serviceHosts(options.serviceName, namespace),
      signer: newSigner(options, manager),
      targets: targetsOf(options, namespace),
      overlapMs: options.overlapMs,
    })
  }
}

/** The first is the one that the API server calls. */
function serviceHosts(name: string, namespace: string): readonly string[] {
  const host = `${name}.${namespace}.svc`
  return [host, `${host}.cluster.local`, `${name}.${namespace}`]
}

function newSigner(
  {
    source,
    secretName,
    signerName = 'kubernetes.io/kubelet-serving',
    durationMs,
  }: ManagedCertificateOptions,
  { namespace, clock, logger, apiClient: client }: Manager,
): CertificateSigner {
  if (source === 'self') return new OwnSigner(clock, durationMs)
  const secret = { namespace, name: secretName }
  return new ClusterSigner({ client, logger, signerName, secret, validMs: durationMs })
}

function targetsOf(options: ManagedCertificateOptions, namespace: string): AuthorityTarget[] {
  const { mutatingConfigurationName, validatingConfigurationName, conversionCrds = [] } = options
  const service = { name: options.serviceName, namespace }
  const configurations = [
    ['MutatingWebhookConfiguration', mutatingConfigurationName],
    ['ValidatingWebhookConfiguration', validatingConfigurationName],
  ] as const
  return [
    ...configurations.flatMap(([kind, name]) =>
      name ? [configurationTarget(kind, name, service)] : [],
    ),
    ...conversionCrds.map((name) => conversionTarget(name, service)),
  ]
}
