import { describe, expect, test } from 'vitest'
import { FlagError } from '../../../../src/runtime/manager/flags/flag.ts'
import {
  managerFlags,
  parseManagerFlags,
} from '../../../../src/runtime/manager/flags/manager-flags.ts'
import { watchNamespaces } from '../../../../src/runtime/manager/run-main.ts'

test("the flags have the names and defaults of kubebuilder's main, and kops's own", () => {
  const defaults = Object.fromEntries(managerFlags.map((flag) => [flag.name, flag.default]))
  expect(defaults).toEqual({
    'metrics-bind-address': '0',
    'health-probe-bind-address': ':8081',
    'leader-elect': false,
    'metrics-secure': true,
    'webhook-cert-path': '',
    'webhook-cert-name': 'tls.crt',
    'webhook-cert-key': 'tls.key',
    'webhook-port': '9443',
    'metrics-cert-path': '',
    'metrics-cert-name': 'tls.crt',
    'metrics-cert-key': 'tls.key',
    'enable-http2': false,
    kubeconfig: '',
    'profiling-bind-address': '0',
    'log-level': 'info',
    'log-format': '',
    'webhook-cert-source': 'files',
    'webhook-cert-secret': '',
    'webhook-service': '',
    'webhook-mutating-configuration': '',
    'webhook-validating-configuration': '',
    'webhook-conversion-crds': '',
    'webhook-cert-signer': 'kubernetes.io/kubelet-serving',
    'webhook-cert-duration': '',
    'webhook-cert-overlap': '5m',
  })
})

describe('parseManagerFlags()', () => {
  test.for([
    [['--leader-elect'], { leaderElect: true }],
    [['-leader-elect'], { leaderElect: true }],
    [['--leader-elect=false'], { leaderElect: false }],
    [['--metrics-secure=0'], { metricsSecure: false }],
    [['--metrics-bind-address=:8443'], { metricsBindAddress: ':8443' }],
    [['--metrics-bind-address', '[::1]:8443'], { metricsBindAddress: '[::1]:8443' }],
    [['--webhook-port=-1'], { webhookPort: -1 }],
    [['--kubeconfig', '--odd'], { kubeconfig: '--odd' }],
    [['--log-level=debug', '--log-format', 'text'], { logLevel: 'debug', logFormat: 'text' }],
    [['--log-level=debug', '--log-level=error'], { logLevel: 'error' }],
    [['--kubeconfig=a=b'], { kubeconfig: 'a=b' }],
    [[], { webhookCertificate: undefined }],
    [
      [
        '--webhook-cert-source=self',
        '--webhook-cert-secret',
        'cert',
        '--webhook-service',
        'service',
        '--webhook-conversion-crds=a.example.org,b.example.org',
        '--webhook-cert-duration=1h30m',
      ],
      {
        webhookCertificate: {
          source: 'self',
          secretName: 'cert',
          serviceName: 'service',
          conversionCrds: ['a.example.org', 'b.example.org'],
          durationMs: 5_400_000,
          overlapMs: 300_000,
        },
      },
    ],
  ] as const)('reads %j', ([argv, expected]) => {
    expect(parseManagerFlags(argv)).toMatchObject(expected)
  })

  test.for([
    [['--leader-elec'], 'did you mean --leader-elect?'],
    [['--zap-log-level=debug'], 'did you mean --log-level?'],
    [['--nothing-like-it'], '--help lists all'],
    [['--leader-elect', 'false'], 'write --leader-elect=false'],
    [['--leader-elect=maybe'], 'true or false'],
    [['--kubeconfig'], 'needs a value'],
    [['positional'], 'unexpected argument'],
    [['--log-level=trace'], 'debug, info, warn, error'],
    [['--metrics-bind-address=8443'], 'host:port, :port or 0'],
    [['--health-probe-bind-address=:70000'], 'host:port, :port or 0'],
    [['--webhook-port=x'], 'a port or -1'],
    [['--webhook-cert-source=vault'], 'self, csr, files'],
    [['--webhook-cert-source=csr'], 'needs --webhook-cert-secret'],
    [['--webhook-cert-source=self', '--webhook-cert-secret=a'], 'needs --webhook-service'],
    [['--webhook-cert-duration=90d'], 'a duration such as 720h'],
    [['--'.concat('=x')], 'unexpected argument'],
  ] as const)('refuses %j', ([argv, reason]) => {
    const attempt = (): unknown => parseManagerFlags(argv)
    expect(attempt).toThrow(FlagError)
    expect(attempt).toThrow(reason)
    expect(attempt).toThrow(expect.objectContaining({ exitCode: 2 }))
  })

  test('gives all flags with their defaults when asked for help', () => {
    const attempt = (): unknown => parseManagerFlags(['--help'])
    expect(attempt).toThrow(expect.objectContaining({ exitCode: 0 }))
    for (const { name } of managerFlags) expect(attempt).toThrow(`--${name}`)
  })

  test('takes other defaults, and flags of the operator', () => {
    const own = [{ name: 'region', default: 'eu', description: 'Where.' }]
    const flags = parseManagerFlags(['--region=us'], { own, defaults: { 'leader-elect': true } })
    expect(flags.leaderElect).toBe(true)
    expect(flags.own.get('region')).toBe('us')
    expect(parseManagerFlags([], { own }).own.get('region')).toBe('eu')
  })
})

describe('watchNamespaces()', () => {
  test('reads names with commas between', () => {
    expect(watchNamespaces({ WATCH_NAMESPACE: 'a, b,' })).toEqual(['a', 'b'])
  })

  test.for([{}, { WATCH_NAMESPACE: '' }, { WATCH_NAMESPACE: ' ,' }])(
    'refuses %o',
    (environment) => {
      expect(() => watchNamespaces(environment)).toThrow('WATCH_NAMESPACE')
    },
  )
})
