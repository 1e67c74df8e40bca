import type { CustomResource } from 'kops'

// +groupName=recursion-cut.cases.kops.dev

export interface Item {
  label: string
  // +kubebuilder:pruning:PreserveUnknownFields
  children?: Item[]
}

// +kubebuilder:pruning:PreserveUnknownFields
export interface Expression {
  operator: 'and' | 'or'
  left?: Expression
  right?: Expression
}

export interface MenuSpec {
  root: Item
  filter?: Expression
}

export interface Menu extends CustomResource {
  spec: MenuSpec
}
