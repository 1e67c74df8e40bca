import { smallBody, type BodyBudget } from '../body/body-budget.ts'
import { BodyError, BodyTooLargeError } from '../body/body-errors.ts'
import { isFields, mostAtOnce, parseJsonBody, weightAtOnce } from '../body/json-body.ts'
import { findPieces, readPiece, readRest, type JsonPiece } from '../body/json-pieces.ts'
import type { ReadBody } from '../body/read-body.ts'

/** Objects that are read one after the other. */
export interface ObjectSource {
  readonly length: number
  /** Throws `BodyError` where the object is no JSON. */
  read(index: number): unknown
}

/** A ConversionRequest that makes sense. */
export interface ConversionRequest {
  readonly apiVersion: string
  readonly uid: string
  readonly desired: string
  readonly objects: ObjectSource
}

/** The API server takes requests of 3 MiB, and etcd objects of half of that. */
const mostObjectBytes = 4 * 1024 * 1024

/** Of the memory for a parsed body: an object is there twice while it is converted, beside what is converted already. */
const objectShare = 4

/**
 * Reads a body that anybody may have sent. Throws `BodyError` where it is no ConversionReview, and `BodyTooLargeError`
 * where an object in it would take too much memory.
 */
export async function readReview(
  { bytes, held }: ReadBody,
  { heaviestBody }: BodyBudget,
): Promise<ConversionRequest> {
  if (bytes.length <= mostAtOnce) {
    if (bytes.length > smallBody) await held.parse(Math.min(weightAtOnce(bytes), heaviestBody))
    return toRequest(parseJsonBody(bytes))
  }
  const pieces = await findPieces(bytes, ['objects'])
  const items = pieces.items.get('objects') ?? []
  if (pieces.fields.size > pieces.items.size) {
    throw new BodyError('the objects of the request are no list')
  }
  if (pieces.isTooDeep) throw new BodyError('an object of the request is nested too deeply')
  const longest = items.reduce((most, { start, end }) => Math.max(most, end - start), 0)
  if (longest > mostObjectBytes)
    throw new BodyTooLargeError(mostObjectBytes, 'bytes for one object')
  const weights = items.map(({ weight }) => weight)
  const heaviest = weights.reduce((most, weight) => Math.max(most, weight), pieces.restWeight)
  const limit = Math.floor(heaviestBody / objectShare)
  if (heaviest > limit) throw new BodyTooLargeError(limit, 'bytes of memory for one object')
  await held.parse(Math.min(bytes.length + 2 * heaviest, heaviestBody))
  return toRequest(readRest(bytes, pieces), piecesOf(bytes, items))
}

function piecesOf(bytes: Buffer, items: readonly JsonPiece[]): ObjectSource {
  return {
    length: items.length,
    read(index) {
      const piece = items[index]
      return piece === undefined ? undefined : readPiece(bytes, piece)
    },
  }
}

function listOf(objects: readonly unknown[]): ObjectSource {
  return { length: objects.length, read: (index) => objects[index] }
}

function toRequest(review: unknown, pieces?: ObjectSource): ConversionRequest {
  if (!isFields(review) || !isFields(review['request'])) {
    throw new BodyError('the body is no ConversionReview')
  }
  const { apiVersion = 'apiextensions.k8s.io/v1' } = review
  const { uid = '', desiredAPIVersion: desired, objects: given = [] } = review['request']
  const objects = Array.isArray(given)
    ? listOf(given)
    : given === null
      ? (pieces ?? listOf([]))
      : undefined
  const isRead =
    typeof apiVersion === 'string' && typeof uid === 'string' && typeof desired === 'string'
  if (!isRead || objects === undefined) throw new BodyError('the request is no ConversionRequest')
  return { apiVersion, uid, desired, objects }
}
