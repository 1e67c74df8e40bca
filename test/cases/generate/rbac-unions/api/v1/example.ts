import type { CustomResource } from 'kops'

// +groupName=rbac-unions.cases.kops.dev

// +kubebuilder:rbac:groups=apps,resources=deployments;deployments/status;deployments/scale,verbs=get
// +kubebuilder:rbac:groups=apps,resources=statefulsets;deployments,verbs=get;watch
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=watch;get
// +kubebuilder:rbac:groups=extensions,resources=jobs,verbs=get;watch
// +kubebuilder:rbac:groups=core;"",resources=events,verbs=create;patch
// +kubebuilder:rbac:groups="",resources=events,verbs=patch;get;*
// +kubebuilder:rbac:groups=core,resources=configmaps,resourceNames=b;a,verbs=get
// +kubebuilder:rbac:groups=core,resources=secrets,resourceNames=a;b,verbs=get
// +kubebuilder:rbac:urls=/metrics;/healthz,verbs=get
// +kubebuilder:rbac:urls=/livez,verbs=get
// +kubebuilder:rbac:groups=*,resources=*,verbs=*

export interface Example extends CustomResource {
  spec: {
    name: string
  }
}
