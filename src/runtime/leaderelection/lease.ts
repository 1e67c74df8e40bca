import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { Int32, MicroTime } from '../../apimachinery/scalars.ts'
import type { TypedObject } from '../client/client.ts'

/** What a Lease says of its holder. Times are its writer's: nobody else may compare them with a clock. */
export interface LeaseSpec {
  /** Empty or absent: nobody holds it. */
  holderIdentity?: string
  leaseDurationSeconds?: Int32
  acquireTime?: MicroTime
  renewTime?: MicroTime
  leaseTransitions?: Int32
}

/** `coordination.k8s.io/v1` Lease. */
export interface Lease extends TypedObject {
  spec?: LeaseSpec
}

export const Lease: ResourceDescriptor<Lease> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
  subresources: [],
}

/** A moment with the six digits of second that the server demands: `2026-01-31T12:00:00.000000Z`. */
export function renderMicroTime(epochMs: number): MicroTime {
  return new Date(epochMs).toISOString().replace('Z', '000Z')
}
