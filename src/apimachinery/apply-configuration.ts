import type { ObjectMeta } from './object-meta.ts'

/** The metadata that server-side apply takes: the name says which object is meant. */
export interface ApplyMetadata extends Pick<
  ObjectMeta,
  | 'namespace'
  | 'labels'
  | 'annotations'
  | 'finalizers'
  | 'ownerReferences'
  | 'uid'
  | 'resourceVersion'
> {
  name: string
}

/**
 * What server-side apply takes of an object: everything but its identity is optional, at every depth. `kops generate
 * --apply-configurations` writes types that say more: which fields are the keys of a list's items, and what is
 * replaced as a whole.
 */
export type ApplyConfiguration<T> = {
  apiVersion: string
  kind: string
  metadata: ApplyMetadata
} & { [Name in Exclude<keyof T, 'apiVersion' | 'kind' | 'metadata'>]?: ApplyValue<T[Name]> }

/** A value with every field of it optional. A member of an enum may be written as its text. */
export type ApplyValue<T> = T extends string
  ? T | `${T}`
  : T extends number | boolean | bigint | null | undefined
    ? T
    : T extends readonly (infer Item)[]
      ? readonly ApplyValue<Item>[]
      : T extends object
        ? { [Name in keyof T]?: ApplyValue<T[Name]> }
        : T

/** An item of a list that is found again by some of its fields: those have to be there. */
export type Keyed<Item, Key extends keyof Item> = Item & {
  [Name in Key]-?: Exclude<Item[Name], undefined>
}
