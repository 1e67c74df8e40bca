import type { CustomResource, Int32 } from 'kops'

// +groupName=templates-and-tuples.cases.kops.dev

export interface LabelSpec {
  env: `env-${string}`
  file?: `${string}.txt`
  version?: `v${number}`
  size?: `${'s' | 'm'}-${boolean}`
  odd?: `a.${Int32}+`
  pair?: [string, string]
  few?: [Int32, ...Int32[]]
  some?: [string, string?]
}

export interface Label extends CustomResource {
  spec: LabelSpec
}
