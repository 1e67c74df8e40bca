import type { CustomResource, Int32 } from 'kops'

// +groupName=utility-types.cases.kops.dev

export interface Full {
  /** The name. */
  // +kubebuilder:validation:MinLength=1
  name: string
  // +kubebuilder:validation:Minimum=0
  size?: Int32
  colour: 'red' | 'green'
}

export interface ExampleSpec {
  picked: Pick<Full, 'name' | 'size'>
  omitted: Omit<Full, 'size'>
  partial?: Partial<Full>
  required?: Required<Full>
  readonly?: Readonly<Full>
  indexed?: Full['name']
  mapped?: { [Key in 'a' | 'b']?: Full['size'] }
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
