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
 * Reconciles a Region: moves the cluster towards its spec. Runs after every change and is retried after an error.
 * `region` is shared with the cache and read-only: change a `mutableCopy` of it.
 */
async function reconcile(
  request: Request,
  client: Client,
  { log, signal }: ReconcileContext,
): Promise<void> {
  const region = await client.get(Region, request, { signal })
  // What it owns goes with it.
  if (region === undefined) return
  if (region.metadata.deletionTimestamp !== undefined) return
  const { metadata, status } = region
  const conditions = setStatusCondition(status?.conditions, {
    type: 'Ready',
    status: 'Unknown',
    reason: 'NotImplemented',
    message: 'The controller does nothing yet.',
    observedGeneration: metadata.generation ?? 0,
  })
  if (conditions === status?.conditions) return
  const patch = { type: 'merge', value: { status: { conditions } } } as const
  await client.status.patch(Region, request, patch, { signal })
  log.info('Nothing to do yet')
}
