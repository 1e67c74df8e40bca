import { describe, expect, test } from 'vitest'
import { fieldPath } from '../../../src/apimachinery/field-path.ts'
import { invalid, required } from '../../../src/apimachinery/field-error.ts'
import { StatusError } from '../../../src/apimachinery/status.ts'
import { admissionHandler } from '../../../src/runtime/webhook/admission/admission-handler.ts'
import { patched } from '../../../src/runtime/webhook/admission/admission-response.ts'
import type { Defaulter } from '../../../src/runtime/webhook/admission/defaulter.ts'
import type { Validator } from '../../../src/runtime/webhook/admission/validator.ts'
import { newWebhook } from '../../../src/runtime/webhook/webhook-builder.ts'
import {
  Application,
  mutatePath,
  newApplication,
  newReview,
  requestUid,
  validatePath,
} from './reviews.ts'
import { patchOf, ServedWebhooks } from './served-webhooks.ts'

async function serveDefaulter(
  defaulter: Defaulter<Application>['default'],
): Promise<ServedWebhooks> {
  const served = new ServedWebhooks()
  newWebhook(served).for(Application).withDefaulter({ default: defaulter }).complete()
  return served.start()
}

async function serveValidator(validator: Partial<Validator<Application>>): Promise<ServedWebhooks> {
  const served = new ServedWebhooks()
  const none = (): void => undefined
  newWebhook(served)
    .for(Application)
    .withValidator({
      validateCreate: none,
      validateUpdate: none,
      validateDelete: none,
      ...validator,
    })
    .complete()
  return served.start()
}

describe('a defaulter', () => {
  test('has its changes sent as a JSON patch', async () => {
    const served = await serveDefaulter((application) => {
      application.spec.replicas ??= 1
      application.metadata.labels = { 'example.org/tier~1': 'front' }
    })
    const answer = await served.review(`${mutatePath}?timeout=10s`, newReview())
    expect(answer).toMatchObject({
      apiVersion: 'admission.k8s.io/v1',
      kind: 'AdmissionReview',
      response: { uid: requestUid, allowed: true, patchType: 'JSONPatch', status: { code: 200 } },
    })
    expect(patchOf(answer)).toEqual([
      { op: 'add', path: '/metadata/labels', value: { 'example.org/tier~1': 'front' } },
      { op: 'add', path: '/spec/replicas', value: 1 },
    ])
  })

  test('may return another object, and wait for it', async () => {
    const served = await serveDefaulter(async ({ spec, ...rest }) => {
      await Promise.resolve()
      return { ...rest, spec: { ...spec, replicas: 2 } }
    })
    const answer = await served.review(mutatePath, newReview())
    expect(patchOf(answer)).toEqual([{ op: 'add', path: '/spec/replicas', value: 2 }])
  })

  test('that changes nothing sends no patch', async () => {
    const served = await serveDefaulter(() => undefined)
    const { response } = await served.review(mutatePath, newReview())
    expect(response).toEqual({
      uid: requestUid,
      allowed: true,
      status: { metadata: {}, code: 200 },
    })
  })

  test('leaves 64-bit numbers and unknown fields as they are', async () => {
    const body = newReview().replace(
      '"image":"shop:1"',
      '"image":"shop:1","big":9007199254740993,"old":-9223372036854775808,"list":[9223372036854775807]',
    )
    const served = await serveDefaulter(({ spec }) => {
      Object.assign(spec, { copy: Reflect.get(spec, 'big') })
    })
    const answer = await served.review(mutatePath, body)
    expect(Buffer.from(answer.response.patch ?? '', 'base64').toString()).toBe(
      '[{"op":"add","path":"/spec/copy","value":9007199254740993}]',
    )
  })

  test.for(['DELETE', 'CONNECT'])('is not asked on %s', async (operation) => {
    const served = await serveDefaulter(() => {
      throw new Error('asked')
    })
    const body = newReview({ operation, object: null, oldObject: newApplication() })
    expect((await served.review(mutatePath, body)).response.allowed).toBe(true)
  })

  test('that gives what JSON cannot carry is answered with 500 and the place of it', async () => {
    const served = await serveDefaulter(({ spec }) => {
      spec.replicas = Number.NaN
    })
    const { response } = await served.review(mutatePath, newReview())
    expect(response).toMatchObject({ uid: requestUid, allowed: false, status: { code: 500 } })
    expect(response.status.message).toContain('/spec/replicas')
  })
})

describe('a validator', () => {
  test('refuses with field errors in the words of the API server', async () => {
    const served = await serveValidator({
      validateCreate: ({ spec }) => ({
        warnings: ['replicas will be required\nsoon'],
        errors: [
          invalid(fieldPath('spec', 'replicas'), spec.replicas, 'must be at least 1'),
          required('spec.image'),
        ],
      }),
    })
    const body = newReview({ object: newApplication({ replicas: 0 }) })
    const { response } = await served.review(validatePath, body)
    expect(response.allowed).toBe(false)
    expect(response.warnings).toEqual(['replicas will be required soon'])
    expect(response.status).toMatchObject({
      code: 422,
      reason: 'Invalid',
      message:
        'Application.apps.my.domain "shop" is invalid: [spec.replicas: Invalid value: 0: must be at least 1, spec.image: Required value]',
      details: {
        name: 'shop',
        group: 'apps.my.domain',
        kind: 'Application',
        causes: [
          {
            reason: 'FieldValueInvalid',
            field: 'spec.replicas',
            message: 'Invalid value: 0: must be at least 1',
          },
          { reason: 'FieldValueRequired', field: 'spec.image', message: 'Required value' },
        ],
      },
    })
  })

  test('is given the old and the new object on UPDATE, and the old one on DELETE', async () => {
    const seen: unknown[] = []
    const served = await serveValidator({
      validateUpdate: (before, after) => void seen.push([before.spec.image, after.spec.image]),
      validateDelete: ({ spec }) => void seen.push(spec.image),
    })
    const [object, oldObject] = [newApplication({ image: 'new' }), newApplication({ image: 'old' })]
    await served.review(validatePath, newReview({ operation: 'UPDATE', object, oldObject }))
    await served.review(validatePath, newReview({ operation: 'DELETE', object: null, oldObject }))
    expect(seen).toEqual([['old', 'new'], 'old'])
  })

  test('that throws a StatusError denies with its status', async () => {
    const status = { code: 409, reason: 'Conflict', message: 'not now' }
    const served = await serveValidator({
      validateCreate: () => {
        throw new StatusError({ apiVersion: 'v1', kind: 'Status', status: 'Failure', ...status })
      },
    })
    const { response } = await served.review(validatePath, newReview())
    expect(response).toMatchObject({ uid: requestUid, allowed: false, status })
  })

  test('that throws anything else is answered with 500 and counted, and the next call is fine', async () => {
    let calls = 0
    const served = await serveValidator({
      validateCreate: async () => {
        await Promise.resolve()
        calls += 1
        if (calls === 1) throw new Error('a bug')
      },
    })
    const { response } = await served.review(validatePath, newReview())
    expect(response).toMatchObject({
      uid: requestUid,
      allowed: false,
      status: { code: 500, reason: 'InternalError', message: 'the webhook failed: a bug' },
    })
    expect((await served.review(validatePath, newReview())).response.allowed).toBe(true)
    const scrape = served.metrics.render()
    expect(scrape).toContain('controller_runtime_webhook_panics_total 1\n')
    expect(scrape).toContain(
      `controller_runtime_webhook_requests_total{webhook="${validatePath}",code="200"} 2\n`,
    )
    expect(scrape).toContain(
      `controller_runtime_webhook_requests_in_flight{webhook="${validatePath}"} 0\n`,
    )
    expect(scrape).toContain(
      `controller_runtime_webhook_latency_seconds_count{webhook="${validatePath}"} 2\n`,
    )
  })

  test('is not asked about another kind or version', async () => {
    const served = await serveValidator({
      validateCreate: () => {
        throw new Error('asked')
      },
    })
    const object = { ...newApplication(), apiVersion: 'apps.my.domain/v2' }
    const { response } = await served.review(validatePath, newReview({ object }))
    expect(response).toMatchObject({ uid: requestUid, allowed: false, status: { code: 400 } })
    expect(response.status.message).toContain('apps.my.domain/v2')
  })
})

test('kinds that have no type are known by group, version and kind', async () => {
  const served = new ServedWebhooks()
  const seen: unknown[] = []
  newWebhook(served)
    .for({ group: '', version: 'v1', kind: 'Pod' })
    .withDefaulter({
      default(pod, { request }) {
        seen.push(pod.metadata?.name)
        // What stands in the request is the same object.
        Object.assign(request.object as object, { spec: { hostNetwork: false } })
      },
    })
    .complete()
  await served.start()
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: {} }
  const answer = await served.review('/mutate--v1-pod', newReview({ object }))
  expect(seen).toEqual(['p'])
  expect(patchOf(answer)).toEqual([{ op: 'add', path: '/spec/hostNetwork', value: false }])
})

describe('a handler by hand', () => {
  test('answers with its own patch, warnings and annotations', async () => {
    const served = new ServedWebhooks()
    const operation = { op: 'add', path: '/metadata/labels', value: { a: 'b' } } as const
    const handler = admissionHandler(served, ({ userInfo, dryRun }) => ({
      ...patched(operation),
      warnings: [`hello ${userInfo.username}`, ''],
      auditAnnotations: { dry: String(dryRun) },
    }))
    served.webhookServer.register('/by-hand', handler)
    await served.start()
    const answer = await served.review('/by-hand', newReview())
    expect(patchOf(answer)).toEqual([operation])
    expect(answer.response).toMatchObject({
      warnings: ['hello admin'],
      auditAnnotations: { dry: 'false' },
    })
  })

  test('that takes too long is a failed call, and hears of it', async () => {
    const served = new ServedWebhooks()
    const aborted: unknown[] = []
    const handler = admissionHandler(served, (_request, { signal }) => {
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(signal.reason)
          reject(new Error('given up'))
        })
      })
    })
    served.webhookServer.register('/slow', handler)
    await served.start()
    const { status, text } = await served.post('/slow?timeout=200ms', newReview())
    expect(status).toBe(504)
    expect(JSON.parse(text)).toMatchObject({ kind: 'Status', reason: 'Timeout', code: 504 })
    expect(aborted).toHaveLength(1)
    expect(served.metrics.render()).toContain('{webhook="/slow",code="504"} 1\n')
  })
})
