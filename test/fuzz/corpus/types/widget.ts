import type { CustomResource, Int32, Quantity } from 'kops'

/** Desired state of a Widget. */
export interface WidgetSpec {
  /**
   * Number of parts.
   * @minimum 0
   * @default 1
   */
  parts?: Int32
  // +listType=map
  // +listMapKey=name
  ports: { name: string; port: Int32 }[]
  size: Quantity
  mode: 'fast' | 'slow'
  labels?: Record<string, string>
}

/** Widget is a part of a machine. */
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
export interface Widget extends CustomResource {
  spec: WidgetSpec
  status?: { ready?: boolean }
}
