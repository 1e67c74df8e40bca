import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { ObjectList } from '../../apimachinery/object-meta.ts'
import { isExpired } from '../../apimachinery/status-errors.ts'
import type { ListOptions, LiveReader, Reader, ResourceOf } from './client.ts'

/** client-go's size of a page. */
const pageSize = 500

/**
 * Every object of a list, read in pages of `limit` (default: 500) as they are asked for. Objects come in the order of
 * their keys, each at most once. Where the reading takes so long that the server has forgotten the list's moment, what
 * follows is of a later one: an object that is there all the time is given in any case.
 */
export function listAll<T>(
  reader: LiveReader,
  resource: ResourceOf<T>,
  options?: ListOptions,
): AsyncGenerator<T, void, undefined>
export function listAll<T>(
  reader: Reader,
  resource: ResourceOf<T>,
  options?: ListOptions,
): AsyncGenerator<DeepReadonly<T>, void, undefined>
export async function* listAll<T>(
  reader: Reader,
  resource: ResourceOf<T>,
  options: ListOptions = {},
): AsyncGenerator<DeepReadonly<T>, void, undefined> {
  let token = options.continue
  do {
    const request = { limit: pageSize, ...options, continue: token }
    const page: DeepReadonly<ObjectList<T>> = await readPage(reader, resource, request)
    yield* page.items
    token = page.metadata.continue || undefined
  } while (token !== undefined)
}

/** An expired token comes back with one for the same place at a later moment. */
async function readPage<T>(
  reader: Reader,
  resource: ResourceOf<T>,
  options: ListOptions,
): Promise<DeepReadonly<ObjectList<T>>> {
  try {
    return await reader.list(resource, options)
  } catch (error) {
    const token = isExpired(error) ? error.status.metadata?.continue : undefined
    if (options.continue === undefined || !token) throw error
    return reader.list(resource, { ...options, continue: token })
  }
}
