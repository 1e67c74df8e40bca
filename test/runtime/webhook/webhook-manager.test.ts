import { describe, expect, onTestFinished, test } from 'vitest'
import { SelfSignedCertificate } from '../../../src/runtime/certificates/self-signed-certificate.ts'
import {
  managerOptions,
  newManager,
  newWebhook,
  noCredentials,
  parseManagerFlags,
  systemClock,
  type Manager,
  type ManagerOptions,
} from '../../../src/runtime/index.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { ask } from '../manager/servers/serve.ts'
import { Application } from './reviews.ts'

/** A manager that needs no API server: it has nothing to watch. */
function newTestManager(options: ManagerOptions): Promise<Manager> {
  return newManager({
    connection: {
      server: new URL('https://127.0.0.1:1'),
      tls: {},
      credentials: noCredentials,
      namespace: 'default',
      proxy: undefined,
    },
    logger: silentLogger,
    metrics: { bindAddress: '0' },
    healthProbeBindAddress: '127.0.0.1:0',
    ...options,
  })
}

async function start(manager: Manager): Promise<{ readonly probePort: number }> {
  const stop = new AbortController()
  const running = manager.start(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await running
  })
  await manager.elected
  const { groups } = manager.inspect() as {
    groups: Record<string, { name: string; details?: { port?: number } }[]>
  }
  const probe = groups['server']?.find(({ name }) => name === 'health probe')
  return { probePort: probe?.details?.port ?? 0 }
}

function serveDefaults(manager: Manager): void {
  newWebhook(manager)
    .for(Application)
    .withDefaulter({ default: () => undefined })
    .complete()
}

const webhooks = {
  host: '127.0.0.1',
  port: 0,
  certificates: () => new SelfSignedCertificate(systemClock),
}

describe('a manager', () => {
  test('with a webhook serves it, and its readiness says so', async () => {
    const manager = await newTestManager({ webhooks })
    serveDefaults(manager)
    const { probePort: port } = await start(manager)
    expect(manager.webhookServer.port).toBeGreaterThan(0)
    const readiness = await ask({ port, path: '/readyz?verbose', isSecure: false })
    expect(readiness).toMatchObject({ status: 200 })
    expect(readiness.body).toContain('[+]webhook ok')
  })

  test('takes a webhook while it runs', async () => {
    const manager = await newTestManager({ webhooks })
    await start(manager)
    serveDefaults(manager)
    await expect.poll(() => manager.webhookServer.port).toBeGreaterThan(0)
  })

  test('without webhooks opens no port, and is asked for no certificate', async () => {
    let asked = 0
    const certificates = (): undefined => void asked++
    const manager = await newTestManager({ webhooks: { ...webhooks, certificates } })
    const { probePort: port } = await start(manager)
    expect(manager.webhookServer.port).toBeUndefined()
    expect(asked).toBe(0)
    const readiness = await ask({ port, path: '/readyz?verbose', isSecure: false })
    expect(readiness.body).not.toContain('webhook')
  })

  test('is ready where its webhooks are off', async () => {
    const manager = await newTestManager({ webhooks: { ...webhooks, port: -1 } })
    serveDefaults(manager)
    const { probePort: port } = await start(manager)
    const readiness = await ask({ port, path: '/readyz', isSecure: false })
    expect(readiness).toMatchObject({ status: 200 })
  })

  test('has its webhooks where the flags say', () => {
    const flags = parseManagerFlags([
      '--webhook-port=8443',
      '--webhook-cert-path=/certs',
      '--webhook-cert-name=a.crt',
      '--webhook-cert-key=a.key',
    ])
    expect(managerOptions(flags, { leaderElectionId: 'x' }).webhooks).toMatchObject({
      port: 8443,
      certPath: '/certs',
      certName: 'a.crt',
      certKey: 'a.key',
    })
  })
})
