import { readdirSync } from 'node:fs'
import { waitFor, type RestClient } from '../../../../src/testing/index.ts'
import { Gadget } from './gadget.ts'
import type { Operator } from './operator.ts'

/** How long an operator may take to come to rest. */
const settleTimeoutMs = 90_000

/**
 * Waits until an operator is at rest, and throws what keeps it from it: the store equals the live list, every object
 * was reconciled at its newest state and every gone one as gone, and the queue is empty. No request may ever have been
 * reconciled twice at once.
 */
export async function expectSettled(
  operator: Operator,
  client: RestClient,
  { namespaces, resource = Gadget }: { namespaces: readonly string[]; resource?: typeof Gadget },
): Promise<void> {
  let difference = ''
  try {
    await waitFor(
      'the operator to come to rest',
      async () => {
        const live = new Map<string, string>()
        for (const namespace of namespaces) {
          const { items } = await client.list(resource, { namespace })
          for (const { metadata } of items) live.set(keyOf(metadata), versionOf(metadata))
        }
        difference = findDifference(operator, live)
        return difference === ''
      },
      { timeoutMs: settleTimeoutMs, intervalMs: 100 },
    )
  } catch (cause) {
    throw new Error(`the operator does not come to rest: ${difference}`, { cause })
  }
  if (operator.overlaps.length > 0) {
    throw new Error(`reconciled twice at once: ${operator.overlaps.join(', ')}`)
  }
}

/** What is not as it should be; empty where nothing is. */
export function findDifference(operator: Operator, live: ReadonlyMap<string, string>): string {
  const stored = operator.informer.lister.list()
  const store = new Map(stored.map(({ metadata }) => [keyOf(metadata), versionOf(metadata)]))
  for (const [key, version] of live) {
    if (store.get(key) !== version) {
      return `the store has ${key} at ${store.get(key) ?? 'nothing'}, the server at ${version}`
    }
    const seen = operator.reconciled.get(key)
    if (seen !== version.split('@')[0]) {
      return `${key} was reconciled last at ${seen ?? 'no time'}, and is at ${version}`
    }
  }
  for (const key of store.keys()) {
    if (!live.has(key)) return `the store has ${key}, which is gone`
  }
  for (const [key, version] of operator.reconciled) {
    if (!live.has(key) && version !== 'absent') return `${key} was not reconciled as gone`
  }
  const { waiting, delayed, processing } = operator.controller.inspect()
  const queued = Object.values(waiting).reduce((sum, count) => sum + count, delayed)
  if (queued + processing.length > 0) return `${queued} wait and ${processing.length} are in hand`
  return ''
}

interface Metadata {
  readonly name?: string
  readonly namespace?: string
  readonly uid?: string
  readonly resourceVersion?: string
}

function keyOf({ name = '', namespace = '' }: Metadata): string {
  return `${namespace}/${name}`
}

/** An object that was made anew under an old name is another one. */
function versionOf({ uid = '', resourceVersion = '' }: Metadata): string {
  return `${resourceVersion}@${uid}`
}

/** What a process holds: handles by type, and file descriptors where the system tells. */
export type Holdings = ReadonlyMap<string, number>

export function takeHoldings(): Holdings {
  const holdings = new Map<string, number>()
  for (const type of process.getActiveResourcesInfo()) {
    holdings.set(type, (holdings.get(type) ?? 0) + 1)
  }
  const descriptors = countDescriptors()
  if (descriptors !== undefined) holdings.set('file descriptors', descriptors)
  return holdings
}

/** Throws where the process holds more of something than before, and goes on doing so. */
export async function expectNothingLeaked(
  before: Holdings,
  { timeoutMs = 10_000 } = {},
): Promise<void> {
  let surplus: string[] = []
  try {
    await waitFor(
      'everything to be released',
      async () => {
        surplus = [...takeHoldings()]
          .filter(([type, count]) => count > (before.get(type) ?? 0))
          .map(([type, count]) => `${count - (before.get(type) ?? 0)} more ${type}`)
        return Promise.resolve(surplus.length === 0)
      },
      { timeoutMs },
    )
  } catch (cause) {
    throw new Error(`leaked: ${surplus.join(', ')}`, { cause })
  }
}

function countDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    // Only Linux tells.
    return undefined
  }
}
