import { compareResourceVersions } from '../../apimachinery/resource-version.ts'
import type { TypedObject } from '../client/client.ts'
import type { Reflector } from './reflector.ts'

/** The part of a store that one reflector fills: one namespace, or all. */
export class Scope<T extends TypedObject> {
  readonly namespace: string | undefined
  readonly reflector: Reflector<T>
  /** Up to where the store reflects the objects of this scope. */
  resourceVersion = ''
  hasSynced = false

  constructor(namespace: string | undefined, reflector: Reflector<T>) {
    this.namespace = namespace
    this.reflector = reflector
  }

  covers(namespace: string): boolean {
    return this.namespace === undefined || this.namespace === namespace
  }
}

/** Orders resourceVersions, oldest first; one that cannot be compared counts as the oldest. */
export function resourceVersionOrder(left: string, right: string): number {
  return compareResourceVersions(left, right) ?? Number(left !== '') - Number(right !== '')
}
