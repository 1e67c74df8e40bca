import type { CustomResource, Int32 } from 'kops'

// +groupName=objects.cases.kops.dev

/** Where a server listens. */
export interface Listener {
  /** Name of the interface. */
  interface: string
  port: Int32
}

/** Desired state of a Server. */
export interface ServerSpec {
  /** Name to answer for. */
  host: string
  /** How many requests at once. */
  limit?: Int32
  enabled: boolean
  listener: Listener
  fallback?: Listener
}

/** Server answers requests. */
export interface Server extends CustomResource {
  spec: ServerSpec
}
