import type { CustomResource, Int32 } from 'kops'

// +groupName=generics.cases.kops.dev

/** A value with its unit. */
export interface Measured<T, Unit extends string = 'seconds'> {
  value: T
  unit?: Unit
}

export interface Page<Item> {
  items: Item[]
  next?: Page.Token
}

export declare namespace Page {
  export type Token = string
}

/** A name of at most eight characters. */
// +kubebuilder:validation:MaxLength=8
export type Name = string

export interface ExampleSpec {
  time: Measured<Int32>
  weight: Measured<Int32, 'kg' | 'g'>
  names?: Page<Name>
  nested?: Measured<Measured<boolean, 'a'>, 'b'>
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
