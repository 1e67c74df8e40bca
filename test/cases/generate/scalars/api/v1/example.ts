import type { Bytes, CustomResource, Duration, IntOrString, LabelSelector, MicroTime, Quantity, RawExtension, Time } from 'kops'

// +groupName=scalars.cases.kops.dev

export interface ExampleSpec {
  time: Time
  microTime?: MicroTime
  duration?: Duration
  memory?: Quantity
  port?: IntOrString
  data?: Bytes
  // +kubebuilder:pruning:PreserveUnknownFields
  raw?: RawExtension
  selector?: LabelSelector
  limits?: Record<string, Quantity>
  ports?: IntOrString[]
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
