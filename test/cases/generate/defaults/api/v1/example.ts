import type { CustomResource, Int32 } from 'kops'

// +groupName=defaults.cases.kops.dev

export interface Size {
  // +kubebuilder:default=1
  width?: Int32
  // +kubebuilder:default=2
  height?: Int32
}

export interface ExampleSpec {
  // +kubebuilder:default=text
  string: string
  // +kubebuilder:default="with \"quotes\" and 'others'"
  quoted: string
  // +kubebuilder:default="5"
  digits: string
  // +kubebuilder:default=""
  empty: string
  // +kubebuilder:default=5
  integer: Int32
  // +kubebuilder:default=false
  flag: boolean
  // +kubebuilder:default={a,b}
  list: string[]
  // +kubebuilder:default={}
  emptyList: string[]
  // +kubebuilder:default={a:b,c:d}
  map: Record<string, string>
  // +kubebuilder:default={{width:3},{width:4,height:5}}
  sizes: Size[]
  // +kubebuilder:default={}
  size: Size
  // +default={"width":7}
  json: Size
  // +kubebuilder:default=a
  choice: 'a' | 'b'
  // +kubebuilder:default=late
  optional?: string
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
