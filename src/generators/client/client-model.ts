/** What the generated client of one group version offers. */
export interface ClientVersion {
  readonly group: string
  readonly version: string
  /** The folder of the types, relative to the root. */
  readonly path: string
  /** The group's part of names and paths: `samplecrd`. */
  readonly groupName: string
  readonly groupFolder: string
  /** In the order of their names. */
  readonly kinds: readonly ClientKind[]
}

/** A kind with `+genclient`. */
export interface ClientKind {
  readonly kind: string
  /** How its client, informer and lister are reached: `networks`. */
  readonly accessor: string
  readonly isNamespaced: boolean
  readonly verbs: ReadonlySet<ClientVerb>
  readonly methods: readonly ClientMethod[]
}

/** client-gen's verbs, in the order in which they are written. */
export const clientVerbs = [
  'get',
  'list',
  'watch',
  'create',
  'update',
  'updateStatus',
  'patch',
  'apply',
  'applyStatus',
  'delete',
  'deleteCollection',
] as const

export type ClientVerb = (typeof clientVerbs)[number]

/** A method of `+genclient:method`. */
export interface ClientMethod {
  readonly name: string
  readonly verb: MethodVerb
  /** Absent: the method is one more name of the verb. */
  readonly subresource: string | undefined
  readonly input: MethodType
  readonly result: MethodType
}

/** What a method can do to a subresource. */
export const subresourceVerbs = ['get', 'create', 'update', 'patch', 'apply'] as const

export type MethodVerb = (typeof clientVerbs)[number]

/** A type by the module that exports it; absent for the types beside the kind. */
export interface MethodType {
  readonly module: string | undefined
  readonly name: string
}

/** A kind has informer and lister where its client lists and watches. */
export function isCached({ verbs }: ClientKind): boolean {
  return verbs.has('list') && verbs.has('watch')
}
