import type { CustomResource, Double, Float, Int32, Int64, Integer } from 'kops'

// +groupName=numbers.cases.kops.dev

export interface ExampleSpec {
  int32: Int32
  int64: Int64
  integer: Integer
  float?: Float
  double?: Double
  flag?: boolean
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
