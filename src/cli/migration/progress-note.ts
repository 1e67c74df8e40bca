import type { Requester } from '../../runtime/client/requester.ts'
import { definitionPath, type StoredDefinition } from './stored-definition.ts'

/*
 * How far the rewriting of a definition's objects has come stands in an annotation of the definition, so that a run
 * that was killed is taken up by the next one, from whatever machine.
 */

export const progressAnnotation = 'kops.dev/storage-migration'

/** How far the rewriting has come. */
export interface ProgressNote {
  /** Of the definition: any change of its versions starts the rewriting over. */
  readonly generation: number
  /** Objects that were looked at so far. */
  readonly done: number
  /** Where the list goes on. */
  readonly continue: string
}

/** The note that an earlier run left; undefined where there is none, or it is of an earlier definition. */
export function readNote({ metadata }: StoredDefinition): ProgressNote | undefined {
  const text = metadata.annotations?.[progressAnnotation]
  const note = text === undefined ? undefined : parse(text)
  return note?.generation === metadata.generation ? note : undefined
}

function parse(text: string): ProgressNote | undefined {
  try {
    const { generation, done, continue: token } = JSON.parse(text) as Partial<ProgressNote>
    if (typeof generation !== 'number' || typeof done !== 'number') return undefined
    return typeof token === 'string' ? { generation, done, continue: token } : undefined
  } catch {
    // Somebody wrote something else there: the rewriting starts over.
    return undefined
  }
}

/** Writes the note, or removes it. */
export async function writeNote(
  requester: Requester,
  { metadata: { name = '' } }: StoredDefinition,
  note: ProgressNote | undefined,
): Promise<void> {
  const text = note === undefined ? null : JSON.stringify(note)
  await requester.json({
    method: 'PATCH',
    path: definitionPath(name),
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify({ metadata: { annotations: { [progressAnnotation]: text } } }),
  })
}
