import type { CustomResource } from 'kops'

// +groupName=enums.cases.kops.dev

/** How to talk. */
export type Protocol = 'TCP' | 'UDP' | ''

export enum Distance {
  Far = '10 km',
  Near = '2 km',
}

export const enum Bits {
  Read = 1 << 0,
  Write = 1 << 1,
  Both = Read | Write,
}

export enum Level {
  Low,
  Mid = 5,
  High,
}

export interface ExampleSpec {
  protocol: Protocol
  distance?: Distance
  bits?: Bits
  level?: Level
  near?: Distance.Near
  inline?: 'b' | 'a'
  digits?: '1' | '01' | '1e3' | 'yes'
  size?: 1 | 2 | 3
  enabled?: true
  single?: 'only'
  // +kubebuilder:validation:Enum=x;y
  marked?: string
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
