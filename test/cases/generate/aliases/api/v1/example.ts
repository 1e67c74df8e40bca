import type { CustomResource, Int32 } from 'kops'

// +groupName=aliases.cases.kops.dev

/** A whole percentage. */
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:Maximum=100
export type Percent = Int32

/** A share of something. */
export type Share = Percent

export type Settings = {
  share: Share
  /** Its own words win. */
  other?: Percent
}

export interface ExampleSpec {
  percent: Percent
  settings: Settings
  list?: Percent[]
  map?: Record<string, Percent>
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
