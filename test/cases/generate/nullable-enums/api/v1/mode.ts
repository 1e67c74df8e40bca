import type { CustomResource } from 'kops'

// +groupName=nullable-enums.cases.kops.dev

export enum Level {
  Low = 1,
  High = 7,
}

export interface ModeSpec {
  word: 'a.b' | 'c' | null
  level?: Level | null
  both?: 1 | 'max' | null
  sure?: true | null
  list?: ('x' | 'y' | null)[]
}

export interface Mode extends CustomResource {
  spec: ModeSpec
}
