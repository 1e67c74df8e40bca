import type { CustomResource, Int64 } from 'kops'

type Source = { kind: 'git'; url: string } | { kind: 'oci'; image: string }
interface Box<T> { value: T; list: readonly T[] }
type Optional<T> = { [K in keyof T]?: T[K] }

export interface MachineSpec extends Optional<Box<Int64>> {
  // +kubebuilder:validation:XValidation:rule="self.kind == 'git' || self.image != ''",message="no image"
  source: Source
  /** @pattern ^a @b$ */
  name: `v${number}`
  pair: [string, string]
}
export interface Machine extends CustomResource { spec: MachineSpec }
