import { compareResourceVersions } from '../../apimachinery/resource-version.ts'
import type { TypedObject } from '../client/client.ts'
import { metadataOf } from './object-map.ts'

/** Whether two objects of one name are one object: not deleted and created again in between. */
export function isSameIncarnation(left: TypedObject, right: TypedObject): boolean {
  const [uid, otherUid] = [metadataOf(left).uid, metadataOf(right).uid]
  return uid === undefined || otherUid === undefined || uid === otherUid
}

/** Whether two objects of one name are the same incarnation at the same resourceVersion. */
export function isSameState(left: TypedObject, right: TypedObject): boolean {
  const { resourceVersion } = metadataOf(left)
  const isSameVersion = resourceVersion === metadataOf(right).resourceVersion
  return resourceVersion !== undefined && isSameVersion && isSameIncarnation(left, right)
}

/** Whether an object says nothing newer than what is known under its name. */
export function isOlder(object: TypedObject, known: TypedObject): boolean {
  const [version, knownVersion] = [versionOf(object), versionOf(known)]
  const order = compareResourceVersions(version, knownVersion)
  return order === undefined ? version !== '' && version === knownVersion : order <= 0
}

function versionOf(object: TypedObject): string {
  return metadataOf(object).resourceVersion ?? ''
}
