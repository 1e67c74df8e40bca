import { parseApiVersion } from '../../apimachinery/api-version.ts'
import { parseJson, renderJson } from '../../apimachinery/json-text.ts'
import type { ObjectMeta } from '../../apimachinery/object-meta.ts'

/** What a conversion makes, and what it makes it from. */
export interface VersionedObject {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
}

/**
 * An original as it is read: without its metadata, which converted objects share with it. Whoever may write the object
 * may have written this too, so that nothing in it is certain to be there.
 */
export type OriginalContent<T> = Partial<Omit<T, 'metadata'>>

/**
 * The converted object with the one that it was made from in an annotation, so that the way back finds what the
 * version in between has no field for: `<group>/original-<version>`.
 */
export function keepOriginal<T extends VersionedObject>(
  converted: T,
  original: VersionedObject,
): T {
  const { metadata: _, ...content } = original
  const metadata = withoutOriginals(converted.metadata)
  const annotations = {
    ...metadata.annotations,
    [annotationOf(original.apiVersion)]: renderJson(content),
  }
  return { ...converted, metadata: { ...metadata, annotations } }
}

/**
 * What an object was made from when it was converted from that version; undefined where it was not. Take from it what
 * the object has no field for, and nothing else: the object may have been changed since. Read it with `?.` at every
 * step.
 */
export function readOriginal<T extends VersionedObject>(
  { metadata }: VersionedObject,
  apiVersion: T['apiVersion'],
): OriginalContent<T> | undefined {
  const text = metadata.annotations?.[annotationOf(apiVersion)]
  if (text === undefined) return undefined
  const content = parseContent(text)
  // A value of another form is the user's own doing, and harms this object alone.
  return content as OriginalContent<T> | undefined
}

/** Undefined where somebody spoiled it: then it is as if it were not there. */
function parseContent(text: string): object | undefined {
  try {
    const content: unknown = parseJson(text)
    const isObject = typeof content === 'object' && content !== null && !Array.isArray(content)
    return isObject ? content : undefined
  } catch {
    return undefined
  }
}

/** The metadata less all originals: the object that is made with it is none of a version in between. */
export function withoutOriginals(metadata: ObjectMeta): ObjectMeta {
  const { annotations, ...rest } = metadata
  if (annotations === undefined) return metadata
  const kept = Object.entries(annotations).filter(([name]) => !isOriginal.test(name))
  if (kept.length === 0 && Object.keys(annotations).length > 0) return rest
  return { ...rest, annotations: Object.fromEntries(kept) }
}

const isOriginal = /^[^/]+\/original-v\d\w*$/

function annotationOf(apiVersion: string): string {
  const { group = '', version = '' } = parseApiVersion(apiVersion) ?? {}
  return `${group}/original-${version}`
}
