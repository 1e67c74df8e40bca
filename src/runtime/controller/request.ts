import type { DeepReadonly } from '../../apimachinery/deep-readonly.ts'
import type { TypedObject } from '../client/client.ts'
import { anyKind } from '../client/object-identity.ts'
import type { Request } from './reconciler.ts'

/** What reconciles an object. */
export function requestOf<T extends TypedObject>(object: DeepReadonly<T>): Request {
  const { metadata } = anyKind<T>(object)
  return { namespace: metadata?.namespace ?? '', name: metadata?.name ?? '' }
}

/** The key of a request in a workqueue. Different requests have different keys, whatever characters they hold. */
export function renderRequest({ namespace, name }: Request): string {
  return `${escapeNamespace(namespace)}/${name}`
}

/** The request of a key. */
export function parseRequest(key: string): Request {
  const slash = key.indexOf('/')
  return { namespace: unescapeNamespace(key.slice(0, slash)), name: key.slice(slash + 1) }
}

/** `namespace/name`, or `name`: for people. */
export function showRequest({ namespace, name }: Request): string {
  return namespace === '' ? name : `${namespace}/${name}`
}

/** Names of Kubernetes hold neither sign; a source of one's own may. */
function escapeNamespace(namespace: string): string {
  if (!namespace.includes('/') && !namespace.includes('%')) return namespace
  return namespace.replaceAll('%', '%25').replaceAll('/', '%2F')
}

function unescapeNamespace(text: string): string {
  return text.includes('%') ? text.replaceAll('%2F', '/').replaceAll('%25', '%') : text
}
