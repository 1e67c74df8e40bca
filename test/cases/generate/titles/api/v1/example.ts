import type { CustomResource } from 'kops'

// +groupName=titles.cases.kops.dev

// +kubebuilder:title="A part"
// +kubebuilder:externalDocs:url="https://example.org/part",description="More on parts"
export interface Part {
  name: string
}

export interface ExampleSpec {
  // +kubebuilder:title="The part"
  part: Part
  // +kubebuilder:example="shop"
  // +kubebuilder:title="The name"
  name?: string
  // +kubebuilder:example={a,b}
  list?: string[]
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
