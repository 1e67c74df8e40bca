import type { CustomResource, Int32 } from 'kops'

// +groupName=union-rules.cases.kops.dev

// +kubebuilder:validation:XValidation:rule="self.path.startsWith('/')",message="path starts with a slash"
export interface HttpProbe {
  kind: 'http'
  path: string
}

export interface TcpProbe {
  kind: 'tcp'
  port: Int32
}

// +kubebuilder:validation:XValidation:rule="self.low <= self.high",message="low is not above high"
export interface RangeScale {
  low: Int32
  high: Int32
}

export interface FixedScale {
  replicas: Int32
}

export interface ProbeSpec {
  probe: HttpProbe | TcpProbe
  scale: RangeScale | FixedScale
}

export interface Probe extends CustomResource {
  spec: ProbeSpec
}
