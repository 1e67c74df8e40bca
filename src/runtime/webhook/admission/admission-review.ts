import type {
  GroupVersionKind,
  GroupVersionResource,
} from '../../../apimachinery/group-version-kind.ts'
import { smallBody, type BodyBudget } from '../body/body-budget.ts'
import { BodyError, BodyTooLargeError } from '../body/body-errors.ts'
import {
  isFields,
  mostAtOnce,
  parseJsonBody,
  weightAtOnce,
  type Fields,
} from '../body/json-body.ts'
import { findPieces, readPiece, readRest } from '../body/json-pieces.ts'
import type { ReadBody } from '../body/read-body.ts'
import { Turn } from '../body/turn.ts'
import type { AdmissionOperation, AdmissionRequest } from './admission-request.ts'
import { errored, type AdmissionResponse } from './admission-response.ts'
import { renderJsonPatch } from './json-patch.ts'
import { cleanWarnings } from './warnings.ts'

/** An AdmissionReview that was read, or why it could not be. */
export interface DecodedReview {
  /** Repeated in the answer. */
  readonly apiVersion: string
  /** Repeated in the answer; empty where none was found. */
  readonly uid: string
  readonly request?: AdmissionRequest
  readonly refusal?: AdmissionResponse
}

const currentVersion = 'admission.k8s.io/v1'
/** Both look the same. */
const knownVersions: readonly string[] = [currentVersion, 'admission.k8s.io/v1beta1']
const operations: readonly string[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT']

const none = { apiVersion: currentVersion, uid: '' }

/** The answer to a body that is too large to read: 413, as controller-runtime gives it. */
export function refuseTooLarge(error: BodyTooLargeError): DecodedReview {
  return { ...none, refusal: errored(413, error.message) }
}

/** Reads a body that anybody may have sent: a small one at once, a large one in turns. */
export async function decodeReview(
  body: ReadBody,
  {
    contentType,
    budget,
  }: { readonly contentType: string | undefined; readonly budget: BodyBudget },
): Promise<DecodedReview> {
  const { bytes } = body
  if (bytes.length === 0) return refuse(none, 'request body is empty')
  if (!isJsonType(contentType)) {
    return refuse(none, `contentType=${contentType ?? ''}, expected application/json`)
  }
  try {
    if (bytes.length > mostAtOnce) return await decodeInTurns(body, budget)
    if (bytes.length > smallBody) {
      await body.held.parse(Math.min(copies * weightAtOnce(bytes), budget.heaviestBody))
    }
    const review = parseJsonBody(bytes)
    return isFields(review) ? readReview(review) : refuse(none, 'the body is no AdmissionReview')
  } catch (error) {
    if (error instanceof BodyError) return refuse(none, error.message)
    throw error
  }
}

/** A defaulter works on a copy. */
const copies = 2

/** Parses the objects of a review one by one. What would take too much memory is refused, with the review's uid. */
async function decodeInTurns(
  { bytes, held }: ReadBody,
  { heaviestBody }: BodyBudget,
): Promise<DecodedReview> {
  const pieces = await findPieces(bytes, ['object', 'oldObject'])
  const limit = Math.floor(heaviestBody / copies)
  const tooLarge = new BodyTooLargeError(limit, 'bytes of memory')
  if (pieces.restWeight > limit) throw tooLarge
  const turn = new Turn()
  const review = readRest(bytes, pieces)
  if (!isFields(review)) return refuse(none, 'the body is no AdmissionReview')
  const { apiVersion, uid, request } = readReview(review)
  if (pieces.isTooDeep) return refuse({ apiVersion, uid }, 'the object is nested too deeply')
  if (pieces.weight > limit) return { apiVersion, uid, refusal: errored(413, tooLarge.message) }
  await held.parse(copies * pieces.weight)
  const objects: Record<string, unknown> = {}
  for (const [name, piece] of pieces.fields) {
    if (turn.isLong) await turn.end()
    objects[name] = readPiece(bytes, piece)
  }
  if (turn.isLong) await turn.end()
  if (request === undefined) return readReview(review)
  const whole = { ...request, ...objects }
  large.add(whole)
  return { apiVersion, uid, request: whole }
}

const large = new WeakSet<AdmissionRequest>()

/** Whether a request is so large that work on it is done in turns. */
export function isLarge(request: AdmissionRequest): boolean {
  return large.has(request)
}

function readReview(review: Fields): DecodedReview {
  const { apiVersion = currentVersion, kind = 'AdmissionReview', request } = review
  const uid = isFields(request) ? text(request['uid']) : ''
  if (typeof apiVersion !== 'string' || !knownVersions.includes(apiVersion)) {
    return refuse(
      { apiVersion: currentVersion, uid },
      `${currentVersion}, Kind=AdmissionReview is read, got apiVersion ${show(apiVersion)}`,
    )
  }
  const echo = { apiVersion, uid }
  if (kind !== 'AdmissionReview') return refuse(echo, `AdmissionReview is read, got ${show(kind)}`)
  if (!isFields(request)) return refuse(echo, 'the AdmissionReview has no request')
  if (uid === '') return refuse(echo, 'the request has no uid')
  const { operation } = request
  if (typeof operation !== 'string' || !operations.includes(operation)) {
    return refuse(echo, `unknown operation ${show(operation)}`)
  }
  return { ...echo, request: toRequest(request, uid) }
}

function refuse(echo: Pick<DecodedReview, 'apiVersion' | 'uid'>, message: string): DecodedReview {
  return { ...echo, refusal: errored(400, message) }
}

/** Only what handlers rely on is judged: the rest is the API server's. */
function toRequest(given: Fields, uid: string): AdmissionRequest {
  const { object, oldObject, userInfo } = given
  return {
    ...given,
    uid,
    operation: given['operation'] as AdmissionOperation,
    kind: toKind(given['kind']),
    resource: toResource(given['resource']),
    userInfo: isFields(userInfo) ? userInfo : {},
    object: object ?? undefined,
    oldObject: oldObject ?? undefined,
  }
}

function toKind(given: unknown): GroupVersionKind {
  const fields: Fields = isFields(given) ? given : {}
  return {
    group: text(fields['group']),
    version: text(fields['version']),
    kind: text(fields['kind']),
  }
}

function toResource(given: unknown): GroupVersionResource {
  const fields: Fields = isFields(given) ? given : {}
  const { group, version, resource } = fields
  return { group: text(group), version: text(version), resource: text(resource) }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isJsonType(contentType: string | undefined): boolean {
  return (
    contentType === 'application/json' || /^application\/json\s*(?:;|$)/i.test(contentType ?? '')
  )
}

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 80)) : typeof value
}

/** The AdmissionReview that answers. Throws a TypeError for a patch with a value that JSON cannot carry. */
export function encodeReview(
  { apiVersion, uid }: Pick<DecodedReview, 'apiVersion' | 'uid'>,
  { allowed, result = {}, patch = [], warnings = [], auditAnnotations }: AdmissionResponse,
): string {
  const hasPatch = allowed && patch.length > 0
  const response = {
    uid,
    allowed,
    ...(hasPatch && { patch: toBase64(renderJsonPatch(patch)), patchType: 'JSONPatch' }),
    status: { metadata: {}, code: allowed ? 200 : 403, ...result },
    ...(warnings.length > 0 && { warnings: cleanWarnings(warnings) }),
    ...(auditAnnotations && { auditAnnotations }),
  }
  return JSON.stringify({ kind: 'AdmissionReview', apiVersion, response })
}

function toBase64(patch: string): string {
  return Buffer.from(patch, 'utf8').toString('base64')
}
