import type { CustomResource } from 'kops'

// +groupName=rbac.cases.kops.dev

// +kubebuilder:rbac:groups=rbac.cases.kops.dev,resources=examples,verbs=get;list;watch
// +kubebuilder:rbac:groups=rbac.cases.kops.dev,resources=examples/status,verbs=get;update;patch
// +kubebuilder:rbac:groups="",resources=configmaps;secrets,verbs=get;create
// +kubebuilder:rbac:groups=core,resources=events,verbs=create
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list
// +kubebuilder:rbac:groups=apps,resources=deployments,resourceNames=one,verbs=delete
// +kubebuilder:rbac:urls=/metrics,verbs=get

export interface ExampleSpec {
  name: string
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
