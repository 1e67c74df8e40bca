import type { Container, Pod } from 'kops/kubernetes/core/v1'
import type { Defaulter } from 'kops/runtime'

// +kubebuilder:webhookconfiguration:mutating=true,name=denyenv,annotations="cert-manager.io/inject-ca-from=default/denyenv"
// +kubebuilder:webhook:path=/mutate,mutating=true,failurePolicy=fail,matchPolicy=Exact,sideEffects=None,groups=core,resources=pods,verbs=create,versions=v1,scope=*,timeoutSeconds=3,objectSelector="app notin (denyenv)",name=sidecar.denyenv.kops.dev,admissionReviewVersions=v1,serviceName=denyenv,serviceNamespace=default,servicePort=443

/** The image of the sidecar. A Pod without it is left as it is. */
export const imageAnnotation = 'denyenv.kops.dev/sidecar'
/** A variable for the sidecar: the validator sees what is injected here, and refuses it. */
export const levelAnnotation = 'denyenv.kops.dev/sidecar-level'

/** Gives a Pod the sidecar that its annotations ask for. */
export const injectSidecar: Defaulter<Pod> = {
  default({ metadata, spec }) {
    const { [imageAnnotation]: image, [levelAnnotation]: level } = metadata?.annotations ?? {}
    if (image === undefined || spec === undefined) return
    // Called again after another webhook, it finds its own work.
    if (spec.containers.some(({ name }) => name === 'sidecar')) return
    const sidecar: Container = { name: 'sidecar', image }
    if (level !== undefined) sidecar.env = [{ name: 'LEVEL', value: level }]
    spec.containers.push(sidecar)
  },
}
