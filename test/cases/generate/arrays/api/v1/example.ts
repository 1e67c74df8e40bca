import type { CustomResource, Int32 } from 'kops'

// +groupName=arrays.cases.kops.dev

export interface Port {
  name: string
  number: Int32
}

export type Names = string[]

export interface ExampleSpec {
  names: string[]
  readonlyNames?: readonly string[]
  generic?: Array<Int32>
  readonlyGeneric?: ReadonlyArray<boolean>
  ports?: Port[]
  matrix?: Int32[][]
  named?: Names
  literals?: { key: string }[]
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
