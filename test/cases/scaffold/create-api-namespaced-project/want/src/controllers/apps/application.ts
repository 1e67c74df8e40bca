// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { newController, setStatusCondition } from 'kops/runtime'
import type { Client, Manager, ReconcileContext, Request } from 'kops/runtime'
import { Application } from '../../../api/apps/v1/index.ts'
import type { Dependencies } from '../../dependencies.ts'

// +kubebuilder:rbac:groups=apps.my.domain,resources=applications,verbs=get;list;watch;update;patch
// +kubebuilder:rbac:groups=apps.my.domain,resources=applications/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=apps.my.domain,resources=applications/finalizers,verbs=update

/** Adds the controller to the manager. */
export function setup(manager: Manager, _dependencies: Dependencies): void {
  const { client } = manager
  newController(manager)
    .named('apps-application')
    .for(Application)
    .complete((request, context) => reconcile(request, client, context))
}

/**
 * Makes the world as an Application says: called after every change of one, and again after an error. It looks at what
 * there is and does what is missing. `application` is shared with the cache: copy it before you change it.
 */
async function reconcile(
  request: Request,
  client: Client,
  { log, signal }: ReconcileContext,
): Promise<void> {
  const application = await client.get(Application, request, { signal })
  // It is gone, and what it owned goes with it.
  if (application === undefined) return
  // It is being deleted, and what it owns with it: nothing is created anew.
  if (application.metadata?.deletionTimestamp !== undefined) return
  const { metadata, status } = application
  const conditions = setStatusCondition(status?.conditions, {
    type: 'Ready',
    status: 'True',
    reason: 'Reconciled',
    message: 'Everything is as the spec says.',
    observedGeneration: metadata.generation ?? 0,
  })
  if (conditions === status?.conditions) return
  const patch = { type: 'merge', value: { status: { conditions } } } as const
  await client.status.patch(Application, request, patch, { signal })
  log.info('is ready')
}
