import { logLevels, type LogLevel } from '../../log/line-logger.ts'
import { parseBindAddress } from '../servers/bind-address.ts'
import type { ManagedCertificateOptions } from '../../certificates/managed-certificates.ts'
import { parseFlags, type Flag, type FlagValues } from './flag.ts'
import { readManagedCertificate, webhookCertificateFlags } from './webhook-certificate-flags.ts'

/** What the command line of a scaffolded operator says. */
export interface ManagerFlags {
  readonly metricsBindAddress: string
  readonly metricsSecure: boolean
  readonly metricsCertPath: string
  readonly metricsCertName: string
  readonly metricsCertKey: string
  readonly webhookPort: number
  readonly webhookCertPath: string
  readonly webhookCertName: string
  readonly webhookCertKey: string
  /** Absent where files hold the certificate. */
  readonly webhookCertificate?: ManagedCertificateOptions | undefined
  readonly healthProbeBindAddress: string
  readonly profilingBindAddress: string
  readonly leaderElect: boolean
  readonly enableHttp2: boolean
  readonly kubeconfig: string
  readonly logLevel: LogLevel
  /** Empty: text on a terminal, JSON elsewhere. */
  readonly logFormat: '' | 'json' | 'text'
  /** The values of the operator's own flags, by name. */
  readonly own: FlagValues
}

/** What an operator changes about its command line. */
export interface ManagerFlagsOptions {
  /** Defaults other than kubebuilder's, by the flag's name. */
  readonly defaults?: Readonly<Record<string, string | boolean>>
  /** Flags of the operator's own. */
  readonly own?: readonly Flag[]
}

const address = (name: string): Pick<Flag, 'value' | 'check'> => ({
  value: 'address',
  check: (text) => void parseBindAddress(text, `--${name}`),
})

/** The flags of kubebuilder's scaffolded main with their names and defaults, then those that kops adds. */
export const managerFlags: readonly Flag[] = [
  {
    name: 'metrics-bind-address',
    default: '0',
    description:
      'Where metrics are served: :8443 for HTTPS, :8080 for HTTP (with --metrics-secure=false), 0 for nowhere.',
    ...address('metrics-bind-address'),
  },
  {
    name: 'health-probe-bind-address',
    default: ':8081',
    description: 'Where probes are answered.',
    ...address('health-probe-bind-address'),
  },
  {
    name: 'leader-elect',
    default: false,
    description: 'Let one of several replicas work at a time.',
  },
  {
    name: 'metrics-secure',
    default: true,
    description:
      'Serve metrics by HTTPS, to those whom the API server lets. false: by HTTP, to anybody.',
  },
  {
    name: 'webhook-cert-path',
    default: '',
    value: 'folder',
    description: 'The folder of the webhook certificate.',
  },
  {
    name: 'webhook-cert-name',
    default: 'tls.crt',
    value: 'file',
    description: 'The name of the webhook certificate file.',
  },
  {
    name: 'webhook-cert-key',
    default: 'tls.key',
    value: 'file',
    description: 'The name of the webhook key file.',
  },
  {
    name: 'webhook-port',
    default: '9443',
    value: 'port',
    description: 'The port of the webhook server; -1 for none.',
    check: checkPort,
  },
  {
    name: 'metrics-cert-path',
    default: '',
    value: 'folder',
    description:
      'The folder of the metrics certificate. Without one, the certificate is self-signed.',
  },
  {
    name: 'metrics-cert-name',
    default: 'tls.crt',
    value: 'file',
    description: 'The name of the metrics certificate file.',
  },
  {
    name: 'metrics-cert-key',
    default: 'tls.key',
    value: 'file',
    description: 'The name of the metrics key file.',
  },
  {
    name: 'enable-http2',
    default: false,
    description: 'Offer HTTP/2 for metrics and webhooks.',
  },
  {
    name: 'kubeconfig',
    default: '',
    value: 'file',
    description: 'The kubeconfig to use. Default: $KUBECONFIG, the pod, ~/.kube/config.',
  },
  {
    name: 'profiling-bind-address',
    default: '0',
    description:
      'Where CPU and heap profiles are given to anybody who asks, such as localhost:6060.',
    ...address('profiling-bind-address'),
  },
  {
    name: 'log-level',
    default: 'info',
    value: 'level',
    oneOf: logLevels,
    description: 'The least level that is logged: debug, info, warn, error.',
  },
  {
    name: 'log-format',
    default: '',
    value: 'format',
    oneOf: ['', 'json', 'text'],
    description: 'json or text. Default: text on a terminal, json elsewhere.',
  },
  ...webhookCertificateFlags,
]

function checkPort(text: string): void {
  const port = Number(text)
  if (/^-?\d+$/.test(text) && port >= -1 && port <= 65_535) return
  throw new RangeError(`Expected --webhook-port to be a port or -1, got ${JSON.stringify(text)}`)
}

/** Reads a command line without node and script (`process.argv.slice(2)`). A mistake is a `FlagError`. */
export function parseManagerFlags(
  argv: readonly string[],
  { defaults = {}, own = [] }: ManagerFlagsOptions = {},
): ManagerFlags {
  const known = managerFlags.map((flag) => ({
    ...flag,
    default: defaults[flag.name] ?? flag.default,
  }))
  const values = parseFlags(argv, [...known, ...own])
  const text = (name: string): string => String(values.get(name) ?? '')
  const isSet = (name: string): boolean => values.get(name) === true
  return {
    metricsBindAddress: text('metrics-bind-address'),
    metricsSecure: isSet('metrics-secure'),
    metricsCertPath: text('metrics-cert-path'),
    metricsCertName: text('metrics-cert-name'),
    metricsCertKey: text('metrics-cert-key'),
    webhookPort: Number(text('webhook-port')),
    webhookCertPath: text('webhook-cert-path'),
    webhookCertName: text('webhook-cert-name'),
    webhookCertKey: text('webhook-cert-key'),
    webhookCertificate: readManagedCertificate(text),
    healthProbeBindAddress: text('health-probe-bind-address'),
    profilingBindAddress: text('profiling-bind-address'),
    leaderElect: isSet('leader-elect'),
    enableHttp2: isSet('enable-http2'),
    kubeconfig: text('kubeconfig'),
    logLevel: text('log-level') as LogLevel,
    logFormat: text('log-format') as ManagerFlags['logFormat'],
    own: new Map(own.map(({ name, default: value }) => [name, values.get(name) ?? value])),
  }
}
