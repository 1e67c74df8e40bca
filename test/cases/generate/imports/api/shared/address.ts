import type { Size } from './sizes.ts'

/** The name of a street. */
// +kubebuilder:validation:MinLength=1
export type Street = string

/** Where something is. */
export interface Address {
  street: Street
  house?: Size
}
