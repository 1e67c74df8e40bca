import type { CustomResource, Double, Int32 } from 'kops'

// +groupName=union-of-scalars.cases.kops.dev

/** A name in lower case. */
// +kubebuilder:validation:Pattern=`^[a-z]+$`
// +kubebuilder:validation:MaxLength=5
export type Name = string

// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:Maximum=9
export type Digit = Int32

export interface KnobSpec {
  nameOrAuto?: Name | 'AUTO'
  portOrName?: Int32 | Name
  levelOrMax?: 1 | 2 | 5 | 'max'
  digitOrOff?: Digit | 'off' | 'none'
  countOrAny?: 0 | 7 | string
  textOrSwitch?: string | boolean
  ratioOrAuto?: Double | 'auto'
  switchOrAuto?: boolean | 'auto'
  maybe?: Int32 | 'max' | null
  nameOrSwitch?: Name | false
}

export interface Knob extends CustomResource {
  spec: KnobSpec
}
