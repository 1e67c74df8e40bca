// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { newWebhook } from 'kops/runtime'
import type { Manager, ValidationResult, Validator } from 'kops/runtime'
import { Pod } from 'kops/kubernetes/core/v1'
import type { Dependencies } from '../../../dependencies.ts'

// Objects in the namespaces of the system and of this operator pass by: otherwise a webhook that is
// down would keep the cluster from mending itself.
// +kubebuilder:webhook:path=/validate--v1-pod,mutating=false,failurePolicy=fail,sideEffects=None,groups=core,resources=pods,verbs=create;update,versions=v1,name=vpod-v1.core.my.domain,admissionReviewVersions=v1

/** Adds the webhook to the manager. */
export function setup(manager: Manager, _dependencies: Dependencies): void {
  newWebhook(manager).for(Pod).withValidator(validator).complete()
}

/** A further parameter, an `AdmissionContext`, has the request: who makes it, and what it is. */
const validator: Validator<Pod> = {
  validateCreate: (pod) => validate(pod),
  validateUpdate: (_old, pod) => validate(pod),
  // Called once the marker above has the verb: `verbs=create;update;delete`.
  validateDelete: () => ({}),
}

/**
 * Validates a Pod whenever it is written: each error refuses it and names the field, `warnings`
 * are shown to the user who wrote it.
 */
export function validate(_pod: Pod): ValidationResult {
  // Nothing is refused yet: `errors: [required(fieldPath('spec').child('image'))]` would name a field.
  return {}
}
