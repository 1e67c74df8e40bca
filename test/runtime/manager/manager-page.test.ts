import { readFileSync } from 'node:fs'
import { format } from 'prettier'
import { expect, test } from 'vitest'
import { CertificateFiles } from '../../../src/runtime/certificates/certificate-files.ts'
import { noCredentials } from '../../../src/runtime/client/connection.ts'
import { createClient } from '../../../src/runtime/client/create-client.ts'
import { ControllerMetrics } from '../../../src/runtime/controller/controller-metrics.ts'
import { InformerMetrics } from '../../../src/runtime/informer/informer-metrics.ts'
import { LeaderElector } from '../../../src/runtime/leaderelection/leader-elector.ts'
import { managerFlags } from '../../../src/runtime/manager/flags/manager-flags.ts'
import type { MetricOptions, MetricsRegistry } from '../../../src/runtime/metrics/metric.ts'
import { observeProcess } from '../../../src/runtime/metrics/process-metrics.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { admissionHandler } from '../../../src/runtime/webhook/admission/admission-handler.ts'
import { allowed } from '../../../src/runtime/webhook/admission/admission-response.ts'
import { conversionHandler } from '../../../src/runtime/webhook/conversion/conversion-handler.ts'
import { WebhookMetrics } from '../../../src/runtime/webhook/webhook-metrics.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { silentLogger } from '../log/silent-logger.ts'

interface Row extends MetricOptions {
  readonly type: string
}

/** Every metric that an operator may have, as it is registered. */
function registeredMetrics(): readonly Row[] {
  const rows = new Map<string, Row>()
  const registry = new PrometheusRegistry()
  const note = <T extends MetricOptions>(type: string, options: T): T => {
    rows.set(options.name, { ...options, type })
    return options
  }
  const metrics: MetricsRegistry = {
    counter: (options) => registry.counter(note('counter', options)),
    gauge: (options) => registry.gauge(note('gauge', options)),
    histogram: (options) => registry.histogram(note('histogram', options)),
    render: () => registry.render(),
  }
  const [clock, logger] = [new ManualClock(), silentLogger]
  observeProcess(metrics)()
  const server = new URL('https://localhost')
  const connection = { server, tls: {}, credentials: noCredentials, namespace: 'default' }
  const connected = createClient(connection, { metrics })
  const { client } = connected
  new CertificateFiles({ path: '', clock, logger, metrics })
  new LeaderElector({ client, namespace: 'n', name: 'l', identity: 'a', clock, logger, metrics })
  new InformerMetrics(metrics)
  new ControllerMetrics(metrics)
  new WebhookMetrics(metrics, clock)
  admissionHandler({ logger, metrics }, () => allowed())
  conversionHandler({ logger, metrics, converters: new Map() })
  connected.close()
  return [...rows.values()].sort((left, right) => (left.name < right.name ? -1 : 1))
}

function metricsTable(): string {
  const rows = registeredMetrics().map(({ name, type, help, labelNames = [] }) => {
    return `| \`${name}\` | ${type} | ${labelNames.join(', ')} | ${help.replace(/\.$/, '')} |`
  })
  return ['| name | type | labels | what |', '|---|---|---|---|', ...rows].join('\n')
}

function flagsTable(): string {
  const rows = managerFlags.map(({ name, default: value, description }) => {
    return `| \`--${name}\` | ${value === '' ? '' : `\`${value}\``} | ${description} |`
  })
  return ['| flag | default | what |', '|---|---|---|', ...rows].join('\n')
}

function fill(page: string, name: string, table: string): string {
  const block = new RegExp(`<!-- ${name} -->[^]*?<!-- end -->`)
  return page.replace(block, () => `<!-- ${name} -->\n\n${table}\n\n<!-- end -->`)
}

test('docs/manager.md lists all flags and all metrics', async () => {
  const settings: object = JSON.parse(readFileSync('.prettierrc.json', 'utf8'))
  const page = readFileSync('docs/manager.md', 'utf8')
  const filled = fill(fill(page, 'flags', flagsTable()), 'metrics', metricsTable())
  const formatted = await format(filled, { ...settings, parser: 'markdown' })
  await expect(formatted).toMatchFileSnapshot('../../../docs/manager.md')
})

test("the known names of controller-runtime's metrics are there", () => {
  const names = new Set(registeredMetrics().map(({ name }) => name))
  const known = readFileSync('test/runtime/manager/known-metrics.txt', 'utf8').trim().split('\n')
  expect(known.filter((name) => !names.has(name))).toEqual([])
})
