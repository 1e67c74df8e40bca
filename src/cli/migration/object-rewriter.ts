import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { ObjectList, ObjectMeta } from '../../apimachinery/object-meta.ts'
import { PathSegmentError } from '../../apimachinery/path-segment.ts'
import { isConflict, isExpired, isNotFound } from '../../apimachinery/status-errors.ts'
import { StatusError } from '../../apimachinery/status.ts'
import { collectionPath, objectPath } from '../../runtime/client/paths.ts'
import type { Requester } from '../../runtime/client/requester.ts'
import { persist } from './persistent-request.ts'
import { readNote, writeNote } from './progress-note.ts'
import { servedVersion, type StoredDefinition } from './stored-definition.ts'

/** An object that the server does not let be written, and why. */
export interface LeftObject {
  /** `namespace/name` */
  readonly key: string
  readonly reason: string
}

/** What became of the objects of a definition. */
export interface RewriteOutcome {
  readonly rewritten: number
  /** Objects that were stored in the storage version already, or that somebody else wrote meanwhile. */
  readonly kept: number
  readonly left: readonly LeftObject[]
}

/** Told after each page how many objects are done, and how many there are, where the server says so. */
export type OnProgress = (done: number, total: number | undefined) => void

interface MetadataObject {
  readonly metadata: ObjectMeta
}

/** kubectl's too. */
const defaultChunkSize = 500
const concurrency = 8
const onlyMetadata = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'
const onlyMetadataList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/**
 * Rewrites the objects of a definition: each gets a patch that changes nothing, which the API server stores anew where
 * the version that it finds is not the storage version. Goes on where an earlier run stopped. Throws `UnavailableError`
 * where the server, or a webhook that it asks, does not come back.
 */
export class ObjectRewriter {
  readonly #requester: Requester
  readonly #definition: StoredDefinition
  readonly #resource: ResourceDescriptor
  readonly #chunkSize: number
  #rewritten = 0
  #kept = 0
  readonly #left: LeftObject[] = []

  constructor(requester: Requester, definition: StoredDefinition, chunkSize = defaultChunkSize) {
    this.#chunkSize = chunkSize
    this.#requester = requester
    this.#definition = definition
    const { group, names, scope } = definition.spec
    this.#resource = {
      group,
      version: servedVersion(definition) ?? '',
      kind: names.kind,
      plural: names.plural,
      scope: scope === 'Namespaced' ? scope : 'Cluster',
      subresources: [],
    }
  }

  /** How many objects there are. */
  async count(): Promise<number> {
    const { items, metadata } = await this.#list({ limit: 1 })
    return items.length + (metadata.remainingItemCount ?? 0)
  }

  async rewrite(onProgress: OnProgress): Promise<RewriteOutcome> {
    const note = readNote(this.#definition)
    let done = note?.done ?? 0
    let token = note?.continue
    do {
      const page = await this.#list({ limit: this.#chunkSize, token })
      await this.#rewritePage(page.items)
      done += page.items.length
      token = page.metadata.continue || undefined
      onProgress(done, withRest(done, page.metadata.remainingItemCount))
      if (token !== undefined) await this.#keep(done, token)
    } while (token !== undefined)
    return { rewritten: this.#rewritten, kept: this.#kept, left: this.#left }
  }

  /** A run that goes on here would not see what was left before. */
  async #keep(done: number, token: string): Promise<void> {
    if (this.#left.length > 0) return
    const { generation = 0 } = this.#definition.metadata
    await persist(() =>
      writeNote(this.#requester, this.#definition, { generation, done, continue: token }),
    )
  }

  async #list(page: Page): Promise<ObjectList<MetadataObject>> {
    try {
      return await persist(() => this.#ask(page))
    } catch (error) {
      // A token that has grown old comes with one for the same place at a later moment.
      const later = isExpired(error) ? error.status.metadata?.continue : undefined
      if (page.token === undefined || !isExpired(error)) throw error
      return persist(() => this.#ask({ ...page, token: later }))
    }
  }

  async #ask({ limit, token }: Page): Promise<ObjectList<MetadataObject>> {
    const query = new URLSearchParams({ limit: String(limit), ...(token && { continue: token }) })
    const path = `${collectionPath(this.#resource, undefined)}?${query.toString()}`
    const headers = { accept: onlyMetadataList }
    const answer = await this.#requester.json({ method: 'GET', path, headers })
    return answer as ObjectList<MetadataObject>
  }

  /** The first that the server does not come back for ends the others too. */
  async #rewritePage(items: readonly MetadataObject[]): Promise<void> {
    const rest = items[Symbol.iterator]()
    const end = new AbortController()
    const work = async (): Promise<void> => {
      for (const { metadata } of rest) {
        if (end.signal.aborted) return
        await this.#rewriteOne(metadata, end.signal)
      }
    }
    try {
      await Promise.all(Array.from({ length: concurrency }, work))
    } finally {
      end.abort()
    }
  }

  async #rewriteOne(metadata: ObjectMeta, signal: AbortSignal): Promise<void> {
    try {
      const after = await persist(() => this.#touch(metadata), signal)
      if (after.metadata.resourceVersion === metadata.resourceVersion) this.#kept += 1
      else this.#rewritten += 1
    } catch (error) {
      // Who deleted it, or wrote it meanwhile, has done what was to be done.
      if (isNotFound(error) || isConflict(error)) this.#kept += 1
      else if (error instanceof StatusError || error instanceof PathSegmentError) {
        this.#left.push({ key: keyOf(metadata), reason: error.message })
      } else throw error
    }
  }

  async #touch({ name = '', namespace, resourceVersion }: ObjectMeta): Promise<MetadataObject> {
    const answer = await this.#requester.json({
      method: 'PATCH',
      path: objectPath(this.#resource, { name, namespace }),
      headers: { accept: onlyMetadata, 'content-type': 'application/merge-patch+json' },
      body: JSON.stringify({ metadata: { resourceVersion } }),
    })
    return answer as MetadataObject
  }
}

interface Page {
  readonly limit: number
  readonly token?: string | undefined
}

function withRest(done: number, rest: number | undefined): number | undefined {
  return rest === undefined ? undefined : done + rest
}

function keyOf({ name = '', namespace }: ObjectMeta): string {
  return namespace === undefined ? name : `${namespace}/${name}`
}
