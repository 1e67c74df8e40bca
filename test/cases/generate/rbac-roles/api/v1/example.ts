import type { CustomResource } from 'kops'

// +groupName=rbac-roles.cases.kops.dev

// +kubebuilder:rbac:groups=core,resources=pods,verbs=get
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=list,namespace=infra
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=users
// +kubebuilder:rbac:groups=core,resources=secrets,verbs=get,namespace=users,roleName=reader
// +kubebuilder:rbac:groups=core,resources=nodes,verbs=get,roleName=node-reader

export interface Example extends CustomResource {
  spec: {
    name: string
  }
}
