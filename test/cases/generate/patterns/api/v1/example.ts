import type { CustomResource } from 'kops'

// +groupName=patterns.cases.kops.dev

export interface ExampleSpec {
  // +kubebuilder:validation:Pattern=`^[^\s"'\\]+$`
  raw?: string
  // +kubebuilder:validation:Pattern="^\\d{1,3}$"
  quoted?: string
  // +kubebuilder:validation:Pattern=^a*/b$
  bare?: string
  /** @pattern ^a @b{2} "c"$ */
  tag?: string
  // +kubebuilder:validation:Format=ipv4
  address?: string
  /** @format uuid */
  id?: string
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
