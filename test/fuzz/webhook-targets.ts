import { expect } from 'vitest'
import { newConversion } from '../../src/runtime/webhook/conversion/conversion-builder.ts'
import { newWebhook } from '../../src/runtime/webhook/webhook-builder.ts'
import { Application, mutatePath } from '../runtime/webhook/reviews.ts'
import { ServedWebhooks } from '../runtime/webhook/served-webhooks.ts'
import type { FuzzTarget } from './targets.ts'

const words = [
  '"request":',
  '"uid":"',
  '"operation":"UPDATE"',
  '"object":',
  '"objects":[',
  'v2',
  '"kind":',
]

/** Bodies sent to webhooks over TLS: the server answers each, and goes on to answer a good one. */
export const webhookTargets: readonly FuzzTarget[] = [
  {
    name: 'admission',
    words,
    share: 0.5,
    open: async () => {
      const served = await serve()
      return async (input) => {
        const { status, text } = await served.post(mutatePath, input)
        expect(status).toBe(200)
        const { response } = JSON.parse(text)
        expect(typeof response.allowed).toBe('boolean')
        if (!response.allowed) expect(response.status.code).toBeGreaterThanOrEqual(400)
      }
    },
  },
  {
    name: 'conversion',
    words,
    share: 0.5,
    open: async () => {
      const served = await serve()
      return async (input) => {
        const { status, text } = await served.post('/convert', input)
        expect([200, 400, 413]).toContain(status)
        if (status === 200)
          expect(['Success', 'Failed', 'Failure']).toContain(
            JSON.parse(text).response.result.status,
          )
      }
    },
  },
]

function serve(): Promise<ServedWebhooks> {
  const served = new ServedWebhooks()
  newWebhook(served)
    .for(Application)
    .withDefaulter({
      default: ({ spec }) => {
        spec.replicas ??= 1
      },
    })
    .complete()
  newConversion(served)
    .hub(Application)
    .spoke(
      { ...Application, version: 'v2' },
      { convertTo: (each) => each, convertFrom: (each) => each },
    )
    .complete()
  return served.start()
}
