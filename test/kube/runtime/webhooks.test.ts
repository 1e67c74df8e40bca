import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import {
  admissionHandler,
  allowed,
  forbidden,
  newWebhook,
  StatusError,
  type AdmissionRequest,
  type Manager,
} from '../../../src/runtime/index.ts'
import { StatusError as TestStatusError } from '../../../src/testing/index.ts'
import { useClient } from '../provided.ts'
import { ConfigMap } from './config-map.ts'
import { gadgetDefinition, gadgetKind, newGadget, type Gadget } from './gadget-kind.ts'
import { WebhookWorld } from './webhook-world.ts'

const gadgets = gadgetKind('webhooks.kops.dev')
const resource = `${gadgets.group}/v1/gadgets`
const crds = [gadgetDefinition(gadgets.group)]
const paths = {
  mutate: '/mutate-webhooks-kops-dev-v1-gadget',
  validate: '/validate-webhooks-kops-dev-v1-gadget',
}

function configMap(namespace: string, name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name } }
}

async function refusalOf(request: Promise<unknown>): Promise<TestStatusError> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof TestStatusError) return error
  throw new Error('the server did not refuse it', { cause: error })
}

describe.each(['1.1', '2'])('over HTTP/%s', (version) => {
  test('defaulting comes before validation, and unknown fields and numbers stay', async (context) => {
    const seen: unknown[] = []
    const versions = new Set<string>()
    const world = await WebhookWorld.open(context, {
      crds,
      manager: { enableHttp2: version === '2' },
      webhooks: [
        { kind: 'Mutating', path: paths.mutate, resource, operations: ['CREATE', 'UPDATE'] },
        { kind: 'Validating', path: paths.validate, resource, operations: ['CREATE', 'UPDATE'] },
        { kind: 'Validating', path: '/version', resource },
      ],
      setup: (manager) => {
        const allow = admissionHandler(manager, () => allowed())
        manager.webhookServer.register('/version', (request, response) => {
          versions.add(request.httpVersion.replace('2.0', '2'))
          return allow(request, response)
        })
        newWebhook(manager)
          .for(gadgets)
          .withDefaulter({
            default(gadget) {
              gadget.spec = { ...gadget.spec, color: gadget.spec?.color ?? 'red' }
              gadget.metadata.annotations = { 'example.com/by-webhook': version }
            },
          })
          .withValidator({
            validateCreate: ({ spec, metadata }) =>
              void seen.push(['create', spec?.color, metadata.annotations]),
            validateUpdate: (before, { spec }) =>
              void seen.push(['update', before.spec?.color, spec?.color]),
            validateDelete: () => undefined,
          })
          .complete()
      },
    })
    const client = useClient(context)
    const metadata = { namespace: world.namespace }
    const spec = {
      size: 9007199254740993n as unknown as number,
      unknown: { deep: -9223372036854775808n },
    }
    const created = await client.create(newGadget(gadgets, 'one', { spec, metadata }))
    const annotations = { 'example.com/by-webhook': version }
    expect(created.spec).toEqual({ ...spec, color: 'red' })
    expect(created.metadata.annotations).toEqual(annotations)
    await client.apply({ ...newGadget(gadgets, 'one', { spec: { color: 'blue' }, metadata }) })
    expect(seen).toEqual([
      ['create', 'red', annotations],
      ['update', 'red', 'blue'],
    ])
    const read = await client.get(gadgets, { namespace: world.namespace, name: 'one' })
    expect(read.spec).toEqual({ ...spec, color: 'blue' })
    expect([...versions]).toEqual([version])
  })
})

test('patches become what the defaulter meant, whatever it changes', async (context) => {
  const changes = new Map<string, unknown>()
  const world = await WebhookWorld.open(context, {
    crds,
    webhooks: [{ kind: 'Mutating', path: paths.mutate, resource }],
    setup: (manager) => {
      const defaulter = {
        default: (gadget: Gadget) => {
          const spec = changes.get(gadget.metadata.name ?? '') as NonNullable<Gadget['spec']>
          return { ...gadget, spec }
        },
      }
      newWebhook(manager).for(gadgets).withDefaulter(defaulter).complete()
    },
  })
  const client = useClient(context)
  let count = 0
  await fc.assert(
    fc.asyncProperty(anySpec, anySpec, async (before, after) => {
      const name = `changed-${count++}`
      changes.set(name, after)
      const metadata = { namespace: world.namespace }
      const given = newGadget(gadgets, name, { metadata, spec: before as object })
      expect((await client.create(given, { dryRun: true })).spec).toEqual(after)
    }),
    { numRuns: 60 },
  )
})

const names = fc.constantFrom('a', 'b', 'c/d', '~', '~1', 'é', '-', '0', 'constructor')

/** Fields as an API server keeps them: it knows no `null` here, and drops what is empty of nothing. */
const anySpec: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  spec: fc.dictionary(names, tie('value'), { maxKeys: 5, noNullPrototype: true }),
  value: fc.oneof(
    { maxDepth: 3 },
    fc.integer(),
    fc.bigInt({ min: 9007199254740993n, max: 9223372036854775807n }),
    fc.boolean(),
    fc.string({ maxLength: 4 }),
    fc.array(tie('value'), { maxLength: 5 }),
    tie('spec'),
  ),
})).spec

describe('a handler', () => {
  const only = (path: string, setup: (manager: Manager) => void, more = {}) => ({
    setup,
    webhooks: [{ kind: 'Validating' as const, path, resource: '/v1/configmaps', ...more }],
  })

  test('that throws refuses with 500 and its reason, is counted, and goes on', async (context) => {
    let calls = 0
    const world = await WebhookWorld.open(
      context,
      only('/throws', (manager) => {
        const handler = admissionHandler(manager, () => {
          calls += 1
          if (calls === 1) throw new TypeError('cannot read the price')
          return allowed()
        })
        manager.webhookServer.register('/throws', handler)
      }),
    )
    const client = useClient(context)
    const given = configMap(world.namespace, 'thrown')
    const refusal = await refusalOf(client.create(given))
    expect(refusal).toMatchObject({ code: 500, status: { reason: 'InternalError' } })
    expect(refusal.message).toContain('cannot read the price')
    await client.create(given)
    expect(world.metrics.render()).toContain('controller_runtime_webhook_panics_total 1\n')
  })

  test('that throws a StatusError refuses with that status, details and all', async (context) => {
    const world = await WebhookWorld.open(
      context,
      only('/busy', (manager) => {
        const handler = admissionHandler(manager, () => {
          throw new StatusError({
            apiVersion: 'v1',
            kind: 'Status',
            code: 409,
            reason: 'Conflict',
            message: 'the name is taken',
            details: { causes: [{ field: 'metadata.name', message: 'taken' }] },
          })
        })
        manager.webhookServer.register('/busy', handler)
      }),
    )
    const refusal = await refusalOf(useClient(context).create(configMap(world.namespace, 'busy')))
    expect(refusal).toMatchObject({
      code: 409,
      status: { reason: 'Conflict', details: { causes: [{ field: 'metadata.name' }] } },
    })
    expect(refusal.message).toContain('the name is taken')
  })

  test.for(['Fail', 'Ignore'] as const)(
    'that is too slow is a failed call, which the policy %s judges, and its signal aborts',
    async (failurePolicy, context) => {
      const reasons: unknown[] = []
      const world = await WebhookWorld.open(
        context,
        only(
          '/slow',
          (manager) => {
            const handler = admissionHandler(manager, async (_request, { signal }) => {
              await new Promise((resolve) => signal.addEventListener('abort', resolve))
              reasons.push(signal.reason)
              return allowed()
            })
            manager.webhookServer.register('/slow', handler)
          },
          { failurePolicy, timeoutSeconds: 1 },
        ),
      )
      const writing = useClient(context).create(configMap(world.namespace, 'slow'))
      if (failurePolicy === 'Ignore') await writing
      else expect((await refusalOf(writing)).message).toContain('no answer within 900 ms')
      expect(reasons).toHaveLength(1)
      expect(world.metrics.render()).toContain('{webhook="/slow",code="504"} 1\n')
    },
  )

  test('is told of dry runs, users, subresources and options', async (context) => {
    const seen: AdmissionRequest[] = []
    const world = await WebhookWorld.open(context, {
      crds,
      webhooks: [
        { kind: 'Validating', path: '/all', resource: '/v1/configmaps' },
        {
          kind: 'Validating',
          path: '/all',
          resource: `${resource}/status`,
          operations: ['UPDATE'],
        },
      ],
      setup: (manager) => {
        const handler = admissionHandler(manager, (request) => {
          seen.push(request)
          return allowed()
        })
        manager.webhookServer.register('/all', handler)
      },
    })
    const client = useClient(context)
    await client.create(configMap(world.namespace, 'dry'), { dryRun: true })
    const metadata = { namespace: world.namespace }
    const gadget = await client.create(newGadget(gadgets, 'two', { metadata }))
    const key = `/apis/${gadgets.group}/v1/namespaces/${world.namespace}/gadgets/two/status`
    const body = JSON.stringify({ ...gadget, status: { ready: true } })
    const { status } = await client.raw({ method: 'PUT', path: key, body })
    expect(status).toBe(200)
    expect(seen).toMatchObject([
      {
        operation: 'CREATE',
        dryRun: true,
        name: 'dry',
        namespace: world.namespace,
        kind: { group: '', version: 'v1', kind: 'ConfigMap' },
        resource: { group: '', version: 'v1', resource: 'configmaps' },
        options: { kind: 'CreateOptions' },
      },
      { operation: 'UPDATE', subResource: 'status', object: { status: { ready: true } } },
    ])
    expect(seen[0]?.oldObject).toBeUndefined()
    expect(seen[0]?.userInfo.groups).toContain('system:authenticated')
  })
})

test('a validator judges what is deleted, one by one and all at once', async (context) => {
  const world = await WebhookWorld.open(context, {
    webhooks: [
      {
        kind: 'Validating',
        path: '/validate--v1-configmap',
        resource: '/v1/configmaps',
        operations: ['DELETE'],
      },
    ],
    setup: (manager) => {
      newWebhook(manager)
        .for(ConfigMap)
        .withValidator({
          validateCreate: () => undefined,
          validateUpdate: () => undefined,
          validateDelete: ({ data }) =>
            data?.['keep'] === undefined
              ? undefined
              : { errors: [forbidden('data[keep]', 'is kept')] },
        })
        .complete()
    },
  })
  const client = useClient(context)
  const { namespace } = world
  const kept = { ...configMap(namespace, 'kept'), data: { keep: 'yes' } }
  await client.create(kept)
  await client.create(configMap(namespace, 'gone'))
  await client.delete(configMap(namespace, 'gone'))
  const refusal = await refusalOf(client.delete(kept))
  expect(refusal).toMatchObject({
    code: 422,
    status: {
      reason: 'Invalid',
      details: { causes: [{ field: 'data[keep]', reason: 'FieldValueForbidden' }] },
    },
  })
  expect(refusal.message).toContain('ConfigMap "kept" is invalid: data[keep]: Forbidden: is kept')
  const path = `/api/v1/namespaces/${namespace}/configmaps`
  const all = await client.raw({ method: 'DELETE', path })
  expect(all.status).toBe(422)
  expect((await client.get(ConfigMap, { namespace, name: 'kept' })).metadata?.name).toBe('kept')
})
