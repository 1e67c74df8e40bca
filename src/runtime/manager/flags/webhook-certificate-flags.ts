import type { ManagedCertificateOptions } from '../../certificates/managed-certificates.ts'
import { FlagError, type Flag } from './flag.ts'

/** Where the certificate of webhooks comes from, as scaffolded manifests say it. */
export const webhookCertificateFlags: readonly Flag[] = [
  {
    name: 'webhook-cert-source',
    default: 'files',
    value: 'source',
    oneOf: ['self', 'csr', 'files'],
    description:
      'Who sees to the webhook certificate: self, the operator; csr, the operator and a signer of the cluster; files, somebody else.',
  },
  {
    name: 'webhook-cert-secret',
    default: '',
    value: 'name',
    description: 'The Secret in which self and csr keep the certificate. It must exist.',
  },
  {
    name: 'webhook-service',
    default: '',
    value: 'name',
    description: 'The Service that leads to the webhook server: self and csr need it.',
  },
  {
    name: 'webhook-mutating-configuration',
    default: '',
    value: 'name',
    description: 'The MutatingWebhookConfiguration that self and csr tell whom to trust.',
  },
  {
    name: 'webhook-validating-configuration',
    default: '',
    value: 'name',
    description: 'The ValidatingWebhookConfiguration that self and csr tell whom to trust.',
  },
  {
    name: 'webhook-conversion-crds',
    default: '',
    value: 'names',
    description: 'The CRDs that self and csr tell whom to trust, with commas between.',
  },
  {
    name: 'webhook-cert-signer',
    default: 'kubernetes.io/kubelet-serving',
    value: 'name',
    description: 'The signer that csr asks.',
  },
  {
    name: 'webhook-cert-duration',
    default: '',
    value: 'duration',
    description:
      'How long a webhook certificate is good for, such as 720h. Default: 2160h, or what the signer gives.',
    check: (text) => void readDuration('webhook-cert-duration', text),
  },
  {
    name: 'webhook-cert-overlap',
    default: '5m',
    value: 'duration',
    description:
      'How long the API server must have known a new authority before webhooks are served with it.',
    check: (text) => void readDuration('webhook-cert-overlap', text),
  },
]

/** What the flags ask for; `undefined` where files hold the certificate. A mistake is a `FlagError`. */
export function readManagedCertificate(
  text: (name: string) => string,
): ManagedCertificateOptions | undefined {
  const source = text('webhook-cert-source')
  if (source !== 'self' && source !== 'csr') return undefined
  for (const needed of ['webhook-cert-secret', 'webhook-service']) {
    if (text(needed) === '')
      throw new FlagError(`--webhook-cert-source=${source} needs --${needed}`)
  }
  return {
    source,
    secretName: text('webhook-cert-secret'),
    serviceName: text('webhook-service'),
    mutatingConfigurationName: text('webhook-mutating-configuration'),
    validatingConfigurationName: text('webhook-validating-configuration'),
    conversionCrds: text('webhook-conversion-crds')
      .split(',')
      .filter((name) => name !== ''),
    signerName: text('webhook-cert-signer'),
    durationMs: readDuration('webhook-cert-duration', text('webhook-cert-duration')),
    overlapMs: readDuration('webhook-cert-overlap', text('webhook-cert-overlap')),
  }
}

const units: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000 }

/** A duration in Go's form; `undefined` for an empty text. Throws a `RangeError` for what is none. */
function readDuration(flag: string, text: string): number | undefined {
  if (text === '') return undefined
  if (!/^(?:\d+(?:\.\d+)?[hms])+$/.test(text)) {
    throw new RangeError(
      `--${flag} is a duration such as 720h or 1h30m; got ${JSON.stringify(text)}`,
    )
  }
  const parts = text.match(/[\d.]+[hms]/g) ?? []
  const sum = parts.reduce((total, part) => {
    return total + Number(part.slice(0, -1)) * (units[part.slice(-1)] ?? 0)
  }, 0)
  return sum
}
