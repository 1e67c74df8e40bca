/** Identifies a type of object. `group` is empty for the core group. */
export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Identifies a resource by the names that stand in a URL. `resource` is the lower-case plural. */
export interface GroupVersionResource {
  readonly group: string
  readonly version: string
  readonly resource: string
}

/** Whether objects of a kind live in a namespace. */
export type ResourceScope = 'Namespaced' | 'Cluster'

/**
 * What a client needs to know of a resource: its kind, its name in URLs and its scope.
 * Generated for every kind, and passed where a Go program passes a type.
 */
export interface ResourceDescriptor<T = unknown> extends GroupVersionKind {
  readonly plural: string
  readonly scope: ResourceScope
  /** Subresources that the resource serves, such as `status` and `scale`. */
  readonly subresources: readonly string[]
  /** Never present at run time: it carries the object type to the compiler. */
  readonly objectType?: T
}
