// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { newController, setStatusCondition } from 'kops/runtime'
import type { Client, Manager, ReconcileContext, Request } from 'kops/runtime'
import { Region } from '../../../api/infra/v1/index.ts'
import type { Dependencies } from '../../dependencies.ts'

// +kubebuilder:rbac:groups=infra.my.domain,resources=regions,verbs=get;list;watch;update;patch
// +kubebuilder:rbac:groups=infra.my.domain,resources=regions/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=infra.my.domain,resources=regions/finalizers,verbs=update

/** Adds the controller to the manager. */
export function setup(manager: Manager, _dependencies: Dependencies): void {
  const { client } = manager
  newController(manager)
    .named('infra-region')
    .for(Region)
    .complete((request, context) => reconcile(request, client, context))
}

/**
 * Makes the world as a Region says: called after every change of one, and again after an error. It looks at what
 * there is and does what is missing. `region` is shared with the cache: copy it before you change it.
 */
async function reconcile(
  request: Request,
  client: Client,
  { log, signal }: ReconcileContext,
): Promise<void> {
  const region = await client.get(Region, request, { signal })
  // It is gone, and what it owned goes with it.
  if (region === undefined) return
  // It is being deleted, and what it owns with it: nothing is created anew.
  if (region.metadata?.deletionTimestamp !== undefined) return
  const { metadata, status } = region
  const conditions = setStatusCondition(status?.conditions, {
    type: 'Ready',
    status: 'True',
    reason: 'Reconciled',
    message: 'Everything is as the spec says.',
    observedGeneration: metadata.generation ?? 0,
  })
  if (conditions === status?.conditions) return
  const patch = { type: 'merge', value: { status: { conditions } } } as const
  await client.status.patch(Region, request, patch, { signal })
  log.info('is ready')
}
