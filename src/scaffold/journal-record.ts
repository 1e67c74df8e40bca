import { timingSafeEqual } from 'node:crypto'
import type { JsonValue } from '../apimachinery/json.ts'
import { findPathProblem } from '../project/path-rules.ts'

/* The list of steps in a journal, as it stands in a file: parsed strictly, and signed. */

/** Relative to the project's root. */
export const journalFolder = '.kops/journal'

/** One change as the journal has it. Names are those of files in the journal. */
export interface Step {
  readonly path: string
  /** The new content, and its hash; absent where the file is to go. */
  readonly staged?: string | undefined
  readonly hash?: string | undefined
  /** The old file; absent where there was none. */
  readonly old?: string | undefined
  readonly oldHash?: string | undefined
}

export interface Journal {
  readonly steps: readonly Step[]
  /** The folders that the steps need and that were not there, outermost first. */
  readonly folders: readonly string[]
}

/** Signs a text; undefined where no key can be kept. */
export type Sign = (text: string) => string | undefined

export class DamagedJournal extends Error {}

/** Returns the text of a journal, signed where there is a key. */
export function renderJournal(journal: Journal, root: string, sign: Sign): string {
  const signature = sign(signedText(journal, root))
  return `${JSON.stringify({ version: 2, ...journal, ...(signature !== undefined && { signature }) })}\n`
}

/** Reads a journal; throws a `DamagedJournal` where its text is not one. */
export function parseJournal(text: string): Journal {
  const fields = fieldsOf(parseJson(text))
  const [steps, folders] = [fields.get('steps'), fields.get('folders')]
  if (fields.get('version') !== 2 || !Array.isArray(steps) || !Array.isArray(folders)) {
    throw new DamagedJournal('it was written by another version of kops, or is damaged')
  }
  return { steps: steps.map(toStep), folders: folders.map(toPath) }
}

/** Whether a journal was signed with this key for this folder. Every part of it is covered. */
export function isSigned(text: string, root: string, sign: Sign): boolean {
  try {
    const wanted = sign(signedText(parseJournal(text), root))
    const signature = fieldsOf(parseJson(text)).get('signature')
    if (wanted === undefined || typeof signature !== 'string') return false
    const [left, right] = [Buffer.from(wanted), Buffer.from(signature)]
    return left.length === right.length && timingSafeEqual(left, right)
  } catch (error) {
    if (error instanceof DamagedJournal) return false
    throw error
  }
}

/** The paths that a journal names, signed or not; none where it cannot be read. */
export function namedPaths(text: string): string[] {
  try {
    const steps = fieldsOf(parseJson(text)).get('steps')
    if (!Array.isArray(steps)) return []
    const paths = steps.flatMap((step) => {
      const path = fieldsOf(step).get('path')
      return typeof path === 'string' ? [path] : []
    })
    return [...new Set(paths)].sort()
  } catch (error) {
    if (error instanceof DamagedJournal) return []
    throw error
  }
}

/** The same for the same steps, however the file spells them. */
function signedText({ steps, folders }: Journal, root: string): string {
  const rows = steps.map(({ path, staged, hash, old, oldHash }) =>
    [path, staged, hash, old, oldHash].map((value) => value ?? null),
  )
  return JSON.stringify([root, rows, folders])
}

function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DamagedJournal('it is damaged', { cause })
  }
}

function fieldsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>(typeof value === 'object' ? Object.entries(value ?? {}) : [])
}

const hashPattern = /^[0-9a-f]{64}$/
const namePattern = /^\d+\.(?:new|old)$/

function toStep(value: unknown): Step {
  const fields = fieldsOf(value)
  const text = (name: string, pattern: RegExp): string | undefined => {
    const field = fields.get(name)
    if (field === undefined) return undefined
    if (typeof field !== 'string' || !pattern.test(field)) throw new DamagedJournal('it is damaged')
    return field
  }
  return {
    path: toPath(fields.get('path')),
    staged: text('staged', namePattern),
    old: text('old', namePattern),
    hash: text('hash', hashPattern),
    oldHash: text('oldHash', hashPattern),
  }
}

/** A journal never leads out of its project, nor into itself. */
function toPath(value: unknown): string {
  if (typeof value !== 'string') throw new DamagedJournal('it is damaged')
  const isItself = value === journalFolder || value.startsWith(`${journalFolder}/`)
  const problem = isItself ? 'it names itself' : findPathProblem(value)
  if (problem !== undefined) throw new DamagedJournal(`\`${value}\`: ${problem}`)
  return value
}
