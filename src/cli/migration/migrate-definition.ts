import { isConflict } from '../../apimachinery/status-errors.ts'
import type { Requester } from '../../runtime/client/requester.ts'
import { sleep } from '../../runtime/clock/sleep.ts'
import { systemClock } from '../../runtime/clock/system-clock.ts'
import { ObjectRewriter, type OnProgress, type RewriteOutcome } from './object-rewriter.ts'
import { persist, UnavailableError } from './persistent-request.ts'
import { progressAnnotation, writeNote } from './progress-note.ts'
import { migrateByServer } from './server-migration.ts'
import {
  definitionPath,
  isStillThat,
  isTakenUp,
  oldVersions,
  readDefinition,
  storageVersion,
  type StoredDefinition,
} from './stored-definition.ts'

/** Who rewrites: the cluster's own controller where there is one, or always one of the two. */
export type Rewriter = 'auto' | 'server' | 'kops'

export interface MigrationRequest {
  readonly rewriter: Rewriter
  readonly onProgress: OnProgress
  /** Objects in one list request. */
  readonly chunkSize?: number | undefined
}

/** How the migration of one definition ended. */
export type MigrationOutcome =
  | { readonly kind: 'pruned'; readonly by: 'server' }
  | { readonly kind: 'pruned'; readonly by: 'kops'; readonly objects: RewriteOutcome }
  | { readonly kind: 'left'; readonly objects: RewriteOutcome }
  /** The cluster has no controller that rewrites, or it failed. */
  | { readonly kind: 'not-by-server' }
  /** Somebody changed the definition meanwhile. */
  | { readonly kind: 'changed' }

/** Rewrites what may be stored in old versions, and then takes those out of `status.storedVersions`. */
export async function migrateDefinition(
  requester: Requester,
  definition: StoredDefinition,
  { rewriter, onProgress, chunkSize }: MigrationRequest,
): Promise<MigrationOutcome> {
  await settle(requester, definition)
  if (rewriter !== 'kops') {
    const outcome = await migrateByServer(requester, definition)
    if (outcome === 'succeeded') {
      const isPruned = await prune(requester, definition)
      return isPruned ? { kind: 'pruned', by: 'server' } : { kind: 'changed' }
    }
    if (rewriter === 'server') return { kind: 'not-by-server' }
  }
  const objects = await new ObjectRewriter(requester, definition, chunkSize).rewrite(onProgress)
  if (objects.left.length > 0) return { kind: 'left', objects }
  const isPruned = await prune(requester, definition)
  return isPruned ? { kind: 'pruned', by: 'kops', objects } : { kind: 'changed' }
}

/** Other API servers of the cluster hear of a changed definition within this time. */
const spreadMs = 5_000
const pollMs = 200
/** One that takes longer than this has another trouble. */
const longestMs = 60_000

/**
 * Waits until API servers write in the storage version: one that does not yet would leave an object as it is, and say
 * that all is well.
 */
async function settle(requester: Requester, definition: StoredDefinition): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    if (await persist(() => isTakenUp(requester, definition))) break
    if (waitedMs >= longestMs) {
      throw new UnavailableError('the API server still writes objects in another version')
    }
    await sleep(systemClock, pollMs)
  }
  const changes = (definition.metadata.managedFields ?? [])
    .filter(({ subresource }) => subresource === undefined)
    .map(({ time = '' }) => Date.parse(time) || 0)
  const ageMs = Date.now() - Math.max(0, ...changes)
  if (ageMs < spreadMs) await sleep(systemClock, Math.min(spreadMs - ageMs, spreadMs))
}

/** False where the definition is another one by now. */
async function prune(requester: Requester, before: StoredDefinition): Promise<boolean> {
  const { name = '' } = before.metadata
  for (;;) {
    const now = await persist(() => readDefinition(requester, name))
    if (now === undefined || !isStillThat(before, now)) return false
    if (now.metadata.annotations?.[progressAnnotation] !== undefined) {
      await persist(() => writeNote(requester, now, undefined))
      continue
    }
    if (oldVersions(now).length === 0) return true
    try {
      await persist(() => writeStoredVersions(requester, now))
    } catch (error) {
      // Written by somebody meanwhile: it is read and judged again.
      if (!isConflict(error)) throw error
    }
  }
}

async function writeStoredVersions(
  requester: Requester,
  definition: StoredDefinition,
): Promise<void> {
  const { name = '', resourceVersion } = definition.metadata
  const status = { storedVersions: [storageVersion(definition)] }
  await requester.json({
    method: 'PATCH',
    path: definitionPath(name, 'status'),
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ metadata: { resourceVersion }, status }),
  })
}
