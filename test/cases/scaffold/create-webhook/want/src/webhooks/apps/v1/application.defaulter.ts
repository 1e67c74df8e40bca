// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { newWebhook } from 'kops/runtime'
import type { Manager } from 'kops/runtime'
import { Application } from '../../../../api/apps/v1/index.ts'
import type { Dependencies } from '../../../dependencies.ts'

// +kubebuilder:webhook:path=/mutate-apps-my-domain-v1-application,mutating=true,failurePolicy=fail,sideEffects=None,groups=apps.my.domain,resources=applications,verbs=create;update,versions=v1,name=mapplication-v1.apps.my.domain,admissionReviewVersions=v1

/** Adds the webhook to the manager. */
export function setup(manager: Manager, _dependencies: Dependencies): void {
  newWebhook(manager).for(Application).withDefaulter({ default: setDefaults }).complete()
}

/**
 * Fills in what an Application leaves out, before it is validated and stored. Change the object that is
 * given: what differs afterwards goes to the API server as a patch. A second parameter, an
 * `AdmissionContext`, has the request: who makes it, and whether it is a dry run.
 */
export function setDefaults(_application: Application): void {
  // Nothing is filled in yet.
}
