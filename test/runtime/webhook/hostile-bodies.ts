import fc from 'fast-check'
import { newRequest, newReview } from './reviews.ts'

/** A review with something wrong at a random place, or bytes that are none at all. */
export const hostileBody: fc.Arbitrary<string | Buffer> = fc.oneof(
  { weight: 4, arbitrary: mutatedReview() },
  { weight: 3, arbitrary: cutReview() },
  { weight: 2, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.string() },
)

/** Fields of a request, each replaced by any JSON or left out. */
function mutatedReview(): fc.Arbitrary<string> {
  const request = newRequest({ objects: [newRequest()], desiredAPIVersion: 'apps.my.domain/v2' })
  const names = Object.keys(request)
  return fc
    .tuple(fc.subarray(names, { minLength: 1, maxLength: 4 }), fc.json(), fc.boolean())
    .map(([changed, value, isLeftOut]) => {
      const given = Object.entries(request).map(([name, each]) => [
        name,
        !changed.includes(name) ? each : isLeftOut ? undefined : JSON.parse(value),
      ])
      const head = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' }
      return JSON.stringify({ ...head, request: Object.fromEntries(given) })
    })
}

/** A review from which some bytes were cut, doubled or put elsewhere. */
function cutReview(): fc.Arbitrary<string> {
  const text = newReview()
  const place = fc.nat(text.length)
  return fc.tuple(place, place, fc.string({ maxLength: 5 })).map(([one, other, between]) => {
    return text.slice(0, one) + between + text.slice(other)
  })
}
