// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { newController, setStatusCondition } from 'kops/runtime'
import type { Client, Manager, ReconcileContext, Request } from 'kops/runtime'
import { Application } from '../../../api/infra/v1alpha1/index.ts'
import type { Dependencies } from '../../dependencies.ts'

// +kubebuilder:rbac:groups=infra.my.domain,resources=applications,verbs=get;list;watch;update;patch
// +kubebuilder:rbac:groups=infra.my.domain,resources=applications/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=infra.my.domain,resources=applications/finalizers,verbs=update

/** Adds the controller to the manager. */
export function setup(manager: Manager, _dependencies: Dependencies): void {
  const { client } = manager
  newController(manager)
    .named('infra-application')
    .for(Application)
    .complete((request, context) => reconcile(request, client, context))
}

/**
 * Reconciles an Application: moves the cluster towards its spec. Runs after every change and is retried after an error.
 * `application` is shared with the cache and read-only: change a `mutableCopy` of it.
 */
async function reconcile(
  request: Request,
  client: Client,
  { log, signal }: ReconcileContext,
): Promise<void> {
  const application = await client.get(Application, request, { signal })
  // What it owns goes with it.
  if (application === undefined) return
  if (application.metadata.deletionTimestamp !== undefined) return
  const { metadata, status } = application
  const conditions = setStatusCondition(status?.conditions, {
    type: 'Ready',
    status: 'Unknown',
    reason: 'NotImplemented',
    message: 'The controller does nothing yet.',
    observedGeneration: metadata.generation ?? 0,
  })
  if (conditions === status?.conditions) return
  const patch = { type: 'merge', value: { status: { conditions } } } as const
  await client.status.patch(Application, request, patch, { signal })
  log.info('Nothing to do yet')
}
