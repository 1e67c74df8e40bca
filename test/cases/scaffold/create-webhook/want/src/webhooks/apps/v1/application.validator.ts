// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { newWebhook } from 'kops/runtime'
import type { Manager, ValidationResult, Validator } from 'kops/runtime'
import { Application } from '../../../../api/apps/v1/index.ts'
import type { Dependencies } from '../../../dependencies.ts'

// +kubebuilder:webhook:path=/validate-apps-my-domain-v1-application,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps.my.domain,resources=applications,verbs=create;update,versions=v1,name=vapplication-v1.apps.my.domain,admissionReviewVersions=v1

/** Adds the webhook to the manager. */
export function setup(manager: Manager, _dependencies: Dependencies): void {
  newWebhook(manager).for(Application).withValidator(validator).complete()
}

/** A further parameter, an `AdmissionContext`, has the request: who makes it, and what it is. */
const validator: Validator<Application> = {
  validateCreate: (application) => validate(application),
  validateUpdate: (_old, application) => validate(application),
  // Called once the marker above has the verb: `verbs=create;update;delete`.
  validateDelete: () => ({}),
}

/**
 * Validates an Application whenever it is written: each error refuses it and names the field, `warnings`
 * are shown to the user who wrote it.
 */
export function validate(_application: Application): ValidationResult {
  // Nothing is refused yet: `errors: [required(fieldPath('spec').child('image'))]` would name a field.
  return {}
}
