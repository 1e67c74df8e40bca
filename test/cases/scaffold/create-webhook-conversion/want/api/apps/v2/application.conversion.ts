// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { everyField } from 'kops/runtime'
import type { Application as Hub } from '../v1/index.ts'
import type { Application as Spoke } from './index.ts'

/**
 * v1, the hub, from v2. Every field of the hub has to be named: one that is added later keeps this
 * from compiling until somebody says what it becomes.
 */
export function convertTo(spoke: Spoke): Hub {
  return everyField<Hub>({
    apiVersion: 'apps.my.domain/v1',
    kind: 'Application',
    metadata: spoke.metadata,
    spec: everyField<Hub['spec']>({
      image: spoke.spec.image,
      replicas: spoke.spec.replicas,
    }),
    status:
      spoke.status &&
      everyField<NonNullable<Hub['status']>>({
        conditions: spoke.status.conditions,
        readyReplicas: spoke.status.readyReplicas,
      }),
  })
}

/** v2 from v1, the hub. */
export function convertFrom(hub: Hub): Spoke {
  return everyField<Spoke>({
    apiVersion: 'apps.my.domain/v2',
    kind: 'Application',
    metadata: hub.metadata,
    spec: everyField<Spoke['spec']>({
      image: hub.spec.image,
      replicas: hub.spec.replicas,
    }),
    status:
      hub.status &&
      everyField<NonNullable<Spoke['status']>>({
        conditions: hub.status.conditions,
        readyReplicas: hub.status.readyReplicas,
      }),
  })
}
