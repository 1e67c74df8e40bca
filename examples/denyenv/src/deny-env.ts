import type { Pod } from 'kops/kubernetes/core/v1'
import { fieldPath, forbidden, type FieldError, type Validator } from 'kops/runtime'

// +kubebuilder:webhookconfiguration:mutating=false,name=denyenv,annotations="cert-manager.io/inject-ca-from=default/denyenv"
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,matchPolicy=Exact,sideEffects=None,groups=core,resources=pods,verbs=create,versions=v1,scope=*,timeoutSeconds=3,objectSelector="app notin (denyenv)",name=denyenv.kops.dev,admissionReviewVersions=v1,serviceName=denyenv,serviceNamespace=default,servicePort=443

/** Refuses Pods that set environment variables: settings belong in files. */
export const denyEnv: Validator<Pod> = {
  validateCreate: (pod) => ({ errors: findVariables(pod) }),
  // The markers ask for neither.
  validateUpdate: () => undefined,
  validateDelete: () => undefined,
}

function findVariables({ spec }: Pod): FieldError[] {
  const path = fieldPath('spec')
  const lists = [
    { field: path.child('initContainers'), containers: spec?.initContainers ?? [] },
    { field: path.child('containers'), containers: spec?.containers ?? [] },
  ]
  return lists.flatMap(({ field, containers }) =>
    containers.flatMap(({ name, env, envFrom }, index) => [
      ...(env ? [forbidden(field.index(index).child('env'), `${name} sets variables`)] : []),
      ...(envFrom
        ? [forbidden(field.index(index).child('envFrom'), `${name} takes variables`)]
        : []),
    ]),
  )
}
