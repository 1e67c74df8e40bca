import type { CustomResource } from 'kops'

// +groupName=webhooks-beyond.cases.kops.dev

// What the API can say and controller-gen's marker cannot.
// +kubebuilder:webhookconfiguration:mutating=false,name=beyond,annotations="cert-manager.io/inject-ca-from=default/beyond",labels="tier=core"
// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,matchPolicy=Exact,sideEffects=None,groups=core,resources=pods,verbs=create,versions=v1,scope=*,objectSelector="app notin (beyond)",timeoutSeconds=3,name=pods.beyond.cases.kops.dev,admissionReviewVersions=v1
// +kops:webhook:rule:webhook=pods.beyond.cases.kops.dev,groups=apps,resources=deployments;*/scale,verbs=update,versions=v1,scope=Namespaced
// +kops:webhook:matchCondition:webhook=pods.beyond.cases.kops.dev,name=not-the-nodes,expression=`!("system:nodes" in request.userInfo.groups)`
// +kops:webhook:matchCondition:webhook=pods.beyond.cases.kops.dev,name=beyond.cases.kops.dev/changed,expression=`request.operation != "UPDATE" || object != oldObject`

// +kubebuilder:webhook:path=/mutate/,mutating=true,failurePolicy=ignore,sideEffects=NoneOnDryRun,groups=*,resources=*/*,verbs=*,versions=*,scope=Cluster,namespaceSelector="",objectSelector="a=b,c!=d,e in (f,g),h,!i",name=everything.beyond.cases.kops.dev,admissionReviewVersions=v1

// +kubebuilder:webhook:path=/,mutating=true,failurePolicy=fail,sideEffects=None,groups=batch,resources=jobs,verbs=create,versions=v1,namespaceSelector="team in (storage)",name=jobs.beyond.cases.kops.dev,admissionReviewVersions=v1

export interface Example extends CustomResource {
  spec: {
    name: string
  }
}
