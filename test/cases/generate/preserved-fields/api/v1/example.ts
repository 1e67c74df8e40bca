import type { CustomResource, JsonValue, RawExtension } from 'kops'

// +groupName=preserved-fields.cases.kops.dev

// +kubebuilder:pruning:PreserveUnknownFields
export interface Open {
  known?: string
}

export interface ExampleSpec {
  // +kubebuilder:pruning:PreserveUnknownFields
  raw?: RawExtension
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:Schemaless
  any?: unknown
  open?: Open
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:EmbeddedResource
  object?: RawExtension
  // +kubebuilder:validation:XPreserveUnknownFields
  settings?: { level?: string }
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
