import type { CustomResource, Int32 } from 'kops'

// +groupName=inheritance.cases.kops.dev

/** What every part has. */
export interface Base {
  /** The name of the part. */
  name: string
  size?: Int32
}

export interface Tagged {
  tags?: string[]
}

export interface Middle extends Base {
  colour: string
}

/** A part in full. */
export interface Part extends Middle, Tagged {
  /** The size is needed here. */
  size: Int32
}

export interface ExampleSpec extends Tagged {
  part: Part
  both?: Base & Tagged
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
