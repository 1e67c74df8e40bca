import fc from 'fast-check'
import { watch } from 'node:fs'
import { Agent, request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { connect } from 'node:tls'
import { expect, type TestContext } from 'vitest'
import {
  admissionHandler,
  allowed,
  newController,
  newConversion,
} from '../../../../src/runtime/index.ts'
import { waitFor, StatusError } from '../../../../src/testing/index.ts'
import { hostileBody } from '../../../runtime/webhook/hostile-bodies.ts'
import { newReview } from '../../../runtime/webhook/reviews.ts'
import { newPair, WebhookWorld, type WebhookWorldOptions } from '../webhook-world.ts'
import { bigNumber, gadgetDefinition, gadgetDescriptor, type Gadget } from './gadget.ts'
import { scenario, type Stage } from './scenario.ts'
import { sharedStage } from './shared-stage.ts'
import { atMost, type World } from './world.ts'

/** Node opens one descriptor to watch files with, and keeps it. */
async function stage(context: TestContext): Promise<Stage> {
  watch(tmpdir()).close()
  return sharedStage(context)
}

const patience = { timeoutMs: 60_000 }
const validating = { kind: 'Validating', resource: '/v1/configmaps' } as const

/** Webhooks beside the world of a scenario, whose client installs them. */
function openWebhooks(
  world: World,
  context: TestContext,
  options: Omit<WebhookWorldOptions, 'client'>,
): Promise<WebhookWorld> {
  return WebhookWorld.open(context, { ...options, client: world.client })
}

/** Has the API server ask the webhooks about an object that is not stored. */
function ask(world: World, { namespace }: WebhookWorld, name: string): Promise<unknown> {
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name } }
  return world.client.create(configMap, { dryRun: true })
}

scenario(16, 'a serving certificate that changes again and again', {
  stage,
  play: async (world, context) => {
    const webhooks = await openWebhooks(world, context, {
      webhooks: [{ ...validating, path: '/allow' }],
      setup: (manager) => {
        manager.webhookServer.register(
          '/allow',
          admissionHandler(manager, () => allowed()),
        )
      },
    })
    let isOver = false
    let calls = 0
    const traffic = Array.from({ length: 3 }, async (_value, index) => {
      while (!isOver) {
        await ask(world, webhooks, `asked-${index}`)
        calls += 1
      }
    })
    const misfit = newPair(webhooks, 'misfit')
    for (let turn = 0; turn < 10; turn += 1) {
      // A key of another certificate is left alone, however long it lies there.
      webhooks.rotate({ ...misfit, privateKey: newPair(webhooks, 'other').privateKey })
      webhooks.rotate(newPair(webhooks, `turn-${turn}`))
      await waitFor(
        'the new certificate to be shown',
        async () => (await subjectOf(webhooks)) === `turn-${turn}`,
        patience,
      )
    }
    webhooks.rotate({ ...misfit, privateKey: newPair(webhooks, 'other').privateKey })
    const errors = /^certwatcher_read_certificate_errors_total ([1-9]\d*)$/m
    await waitFor(
      'the misfit to be counted',
      () => Promise.resolve(errors.test(webhooks.metrics.render())),
      patience,
    )
    expect(await subjectOf(webhooks)).toBe('turn-9')
    const before = calls
    await waitFor('traffic to go on', () => Promise.resolve(calls > before + 5), patience)
    isOver = true
    // One call that failed would reject.
    await Promise.all(traffic)
    await webhooks.close()
  },
})

scenario(20, 'a webhook that is slow', {
  stage,
  play: async (world, context) => {
    const reasons: unknown[] = []
    let started = 0
    const webhooks = await openWebhooks(world, context, {
      webhooks: [
        { ...validating, path: '/slow', timeoutSeconds: 1 },
        { kind: 'Validating', path: '/quick', resource: '/v1/secrets' },
      ],
      setup: (manager) => {
        const slow = admissionHandler(manager, async (_request, { signal }) => {
          started += 1
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          reasons.push(signal.reason)
          throw new Error('too late to be heard')
        })
        manager.webhookServer.register('/slow', slow)
        manager.webhookServer.register(
          '/quick',
          admissionHandler(manager, () => allowed()),
        )
      },
    })
    const slow = Array.from({ length: 20 }, (_value, index) =>
      ask(world, webhooks, `slow-${index}`).then(
        () => 'stored',
        (error: unknown) => (error instanceof StatusError ? error.code : error),
      ),
    )
    const { namespace } = webhooks
    for (let index = 0; index < 20; index += 1) {
      const secret = {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { namespace, name: `s-${index}` },
      }
      await world.client.create(secret)
    }
    // The API server reports a failed call as its own error.
    expect(new Set(await Promise.all(slow))).toEqual(new Set([500]))
    expect(started).toBeGreaterThan(10)
    const areAborted = (): Promise<boolean> => Promise.resolve(reasons.length === started)
    await waitFor('all calls that came in to be told', areAborted, patience)
    const scrape = webhooks.metrics.render()
    expect(scrape).toContain('requests_in_flight{webhook="/slow"} 0\n')
    // What is thrown after the answer is heard by nobody, and no panic.
    expect(scrape).toContain('controller_runtime_webhook_panics_total 0\n')
    await webhooks.close()
  },
})

scenario(21, 'reviews that are none', {
  stage,
  play: async (world, context) => {
    const webhooks = await openWebhooks(world, context, {
      webhooks: [{ ...validating, path: '/allow' }],
      setup: (manager) => {
        manager.webhookServer.register(
          '/allow',
          admissionHandler(manager, () => allowed()),
        )
      },
    })
    const hostile = fc.sample(hostileBody, { numRuns: 1000, seed: 21 })
    let isOver = false
    const traffic = (async () => {
      while (!isOver) await ask(world, webhooks, 'asked')
    })()
    let answered = 0
    const agent = new Agent({ keepAlive: true })
    await atMost(4, [...hostile, 'x'.repeat(8 << 20), '[['.repeat(500_000)], async (body) => {
      const { status, text } = await post(webhooks, { path: '/allow', body, agent })
      expect(status).toBe(200)
      expect(JSON.parse(text)).toMatchObject({ kind: 'AdmissionReview' })
      answered += 1
    })
    isOver = true
    await traffic
    agent.destroy()
    expect(answered).toBe(1002)
    await webhooks.close()
  },
})

scenario(22, 'webhooks that throw, whatever and whenever', {
  stage,
  play: async (world, context) => {
    const failures: (() => Promise<never>)[] = [
      () => {
        throw new Error('at once')
      },
      () => Promise.reject(new TypeError('later')),
      // What is thrown need not be an error.
      () => Promise.reject(undefined as unknown as Error),
      () => Promise.reject('a text' as unknown as Error),
      () => Promise.reject(new RangeError('Maximum call stack size exceeded')),
    ]
    let turn = 0
    const webhooks = await openWebhooks(world, context, {
      webhooks: [{ ...validating, path: '/throws' }],
      setup: (manager) => {
        const handler = admissionHandler(manager, () => failures[turn]?.() ?? allowed())
        manager.webhookServer.register('/throws', handler)
      },
    })
    for (turn = 0; turn < failures.length; turn += 1) {
      const error = await ask(world, webhooks, 'thrown').catch((reason: unknown) => reason)
      expect(error).toMatchObject({ code: 500, status: { reason: 'InternalError' } })
      const { text } = await post(webhooks, {
        path: '/throws',
        body: newReview({ uid: `uid-${turn}` }),
      })
      expect(JSON.parse(text).response.uid).toBe(`uid-${turn}`)
    }
    await ask(world, webhooks, 'fine')
    expect(webhooks.metrics.render()).toContain(
      `controller_runtime_webhook_panics_total ${failures.length * 2}\n`,
    )
    await webhooks.close()
  },
})

scenario(23, 'a conversion that only the operator itself can do, at its start', {
  stage,
  play: async (world, context) => {
    const v1 = gadgetDescriptor('converted.kops.dev')
    const v2 = { ...v1, version: 'v2' }
    const definition = gadgetDefinition(v1.group)
    const [stored] = definition.spec.versions
    if (stored === undefined) throw new Error('the kind has no version')
    const convert = (gadget: Gadget): Gadget => gadget
    const webhooks = await openWebhooks(world, context, {
      webhooks: [],
      crds: [definition],
      setup: (manager) => manager.webhookServer.register('/nothing', () => undefined),
    })
    await webhooks.stop()
    const { namespace } = webhooks
    for (let index = 0; index < 20; index += 1) {
      await world.client.create({
        apiVersion: `${v1.group}/v1`,
        kind: 'Gadget',
        metadata: { namespace, name: `gadget-${index}` },
        spec: { value: bigNumber(index) },
      })
    }
    // Stored before there was another version: whoever lists that one needs a conversion, and nobody converts yet.
    const { local } = webhooks
    const caBundle = Buffer.from(local.authority).toString('base64')
    const webhook = {
      clientConfig: { url: local.url('/convert'), caBundle },
      conversionReviewVersions: ['v1'],
    }
    const spec = {
      ...definition.spec,
      conversion: { strategy: 'Webhook' as const, webhook },
      versions: [stored, { ...stored, name: 'v2', storage: false }],
    }
    await world.client.apply({ ...definition, spec })
    await waitFor(
      'the new version to need a conversion',
      () => needsConversion(world, v2, namespace),
      patience,
    )
    const reconciled = new Map<string, unknown>()
    await webhooks.start((manager) => {
      newConversion(manager)
        .hub(v2)
        .spoke(v1, { convertTo: convert, convertFrom: convert })
        .complete()
      newController(manager)
        .for(v2)
        .named('converted')
        .withOptions({ skipNameValidation: true })
        .complete(async ({ name, namespace: within }) => {
          const gadget = await manager.client.get(v2, { name, namespace: within })
          reconciled.set(name, gadget?.spec.value)
        })
    })
    await waitFor('all gadgets to be reconciled', () => Promise.resolve(reconciled.size === 20), {
      timeoutMs: 120_000,
    })
    expect(reconciled.get('gadget-7')).toBe(bigNumber(7))
    await webhooks.close()
  },
})

/** Whether a kind cannot be listed for want of a conversion. */
async function needsConversion(
  { client }: World,
  kind: typeof Gadget,
  namespace: string,
): Promise<boolean> {
  try {
    await client.list(kind, { namespace })
    return false
  } catch (error) {
    return error instanceof StatusError && error.message.includes('conversion webhook')
  }
}

/** Whose certificate a new connection is shown, by an authority that is trusted. */
function subjectOf({ local }: WebhookWorld): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: local.host, port: local.port, ca: local.authority }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

/** One request from somebody who is no API server. */
function post(
  { local }: WebhookWorld,
  { path, body, agent = false }: { path: string; body: string | Buffer; agent?: Agent | false },
): Promise<{ status: number; text: string }> {
  const { host, port, authority: ca } = local
  const headers = { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const options = { host, port, path, ca, headers, method: 'POST', agent }
    const outgoing = httpsRequest(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, text })
      })
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}
