/*
 * Webhooks as a pod of 256 MiB serves them. It prints its port, and for each line that it reads how long it kept others
 * waiting since the last one, in milliseconds of its main thread's CPU time, and how much memory it has taken at most.
 */
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { SelfSignedCertificate } from '../../../../src/runtime/certificates/self-signed-certificate.ts'
import { systemClock } from '../../../../src/runtime/clock/system-clock.ts'
import { PrometheusRegistry } from '../../../../src/runtime/metrics/prometheus-registry.ts'
import { newConversion } from '../../../../src/runtime/webhook/conversion/conversion-builder.ts'
import { newWebhook } from '../../../../src/runtime/webhook/webhook-builder.ts'
import { WebhookServer } from '../../../../src/runtime/webhook/webhook-server.ts'
import { silentLogger } from '../../log/silent-logger.ts'
import { Application } from '../reviews.ts'

const metrics = new PrometheusRegistry()
const webhookServer = new WebhookServer({
  clock: systemClock,
  logger: silentLogger,
  metrics,
  options: { host: '127.0.0.1', port: 0 },
  findCertificate: () => new SelfSignedCertificate(systemClock),
  onUse: () => undefined,
})
const host = { logger: silentLogger, metrics, webhookServer }
newWebhook(host)
  .for(Application)
  .withDefaulter({
    default: ({ metadata }) => {
      metadata.labels = { ...metadata.labels, seen: 'true' }
    },
  })
  .complete()
newConversion(host)
  .hub(Application)
  .spoke(
    { ...Application, version: 'v2' },
    { convertTo: (spoke) => spoke as Application, convertFrom: (hub) => hub },
  )
  .complete()

/** The CPU time of this thread alone, which a busy machine does not lengthen. */
function threadTimeMs(): number {
  try {
    const [nanoseconds = '0'] = readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    // Not Linux.
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}

let last = threadTimeMs()
let longestMs = 0
setInterval(() => {
  const now = threadTimeMs()
  longestMs = Math.max(longestMs, now - last)
  last = now
}, 5)

createInterface({ input: process.stdin }).on('line', () => {
  const memory = process.resourceUsage().maxRSS / 1024
  process.stdout.write(`${JSON.stringify({ longestMs, memory })}\n`)
  longestMs = 0
})

void webhookServer.start(new AbortController().signal)
await webhookServer.ready()
process.stdout.write(`${webhookServer.port}\n`)
