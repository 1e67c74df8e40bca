import type { Int32 } from 'kops'

/** How large it is. */
// +kubebuilder:validation:Minimum=0
export type Size = Int32

export type Depth = Size
