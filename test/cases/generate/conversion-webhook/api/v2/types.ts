import type { CustomResource } from 'kops'

// +groupName=conversion-webhook.cases.kops.dev

/** Converted by a service in the cluster. */
export interface Service extends CustomResource {
  spec?: { name?: string }
}

/** Converted by a server outside of it. */
export interface Url extends CustomResource {
  spec?: { name?: string }
}

/** Converted where the operator answers by default. */
export interface Default extends CustomResource {
  spec?: { name?: string }
}

/** Not converted, and said so. */
export interface None extends CustomResource {
  spec?: { name?: string }
}
