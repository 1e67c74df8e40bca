import { join } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { findPathProblem } from '../project/path-rules.ts'
import {
  hashContent,
  isUnedited,
  type WrittenFile,
  type WrittenFiles,
} from '../project/written-files.ts'
import type { FileReader } from './file-system.ts'
import type { FileChange } from './journal.ts'
import type { Plan, PlannedFile, PlannedRemoval } from './plan.ts'
import { findObstacle } from './project-paths.ts'

/** What a plan comes to, by path, each sorted. */
export interface PlanOutcome {
  readonly created: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  /** The user's files, there already with other content. */
  readonly kept: readonly string[]
  readonly unchanged: readonly string[]
}

type Fate = keyof PlanOutcome

/** What becomes of one planned file. Absent where it is in the way, which is reported. */
interface Verdict {
  readonly path: string
  readonly fate: Fate
  readonly change?: FileChange | undefined
  /** The new line of `.kops/files`; `null` takes the line away, absent leaves it. */
  readonly record?: WrittenFile | null | undefined
}

/** A plan that was held against the disk. */
export interface CheckedPlan {
  readonly outcome: PlanOutcome
  readonly changes: readonly FileChange[]
  readonly writtenFiles: WrittenFiles
}

/** What a check looks at. */
export interface CheckContext {
  readonly root: string
  readonly writtenFiles: WrittenFiles
  readonly reader: FileReader
  readonly sink: DiagnosticSink
}

/** Holds a plan against the disk. Whatever stands in its way is reported, all at once. */
export function checkPlan(plan: Plan, context: CheckContext): CheckedPlan {
  const paths = new Set<string>()
  for (const { path } of plan.files) {
    if (paths.has(path)) throw new Error(`the plan has ${path} twice`)
    paths.add(path)
  }
  const verdicts = plan.files
    .filter(({ path }) => mayUse(path, context.sink))
    .flatMap((file) => judge(file, context) ?? [])
  const writtenFiles = new Map(context.writtenFiles)
  for (const { path, record } of verdicts) {
    if (record === null) writtenFiles.delete(path)
    else if (record !== undefined) writtenFiles.set(path, record)
  }
  const changes = verdicts.flatMap(({ change }) => change ?? [])
  return { outcome: toOutcome(verdicts), changes, writtenFiles }
}

function mayUse(path: string, sink: DiagnosticSink): boolean {
  const problem = findPathProblem(path)
  if (problem === undefined) return true
  sink.report('project/unsafe-path', { path }, { notes: [problem] })
  return false
}

function toOutcome(verdicts: readonly Verdict[]): PlanOutcome {
  const of = (fate: Fate): string[] =>
    verdicts
      .filter((verdict) => verdict.fate === fate)
      .map(({ path }) => path)
      .sort()
  return {
    created: of('created'),
    changed: of('changed'),
    removed: of('removed'),
    kept: of('kept'),
    unchanged: of('unchanged'),
  }
}

function judge(file: PlannedFile | PlannedRemoval, context: CheckContext): Verdict | undefined {
  if (file.operation === 'remove') return judgeRemoval(file, context)
  if (!canStandAt(file, context)) return undefined
  const { path, content, template } = file
  const target = join(context.root, path)
  if (context.reader.status(target)?.type === 'link') return { path, fate: 'kept' }
  const current = context.reader.read(target)
  const record = { template, hashes: [hashContent(content)] }
  if (current === undefined) return { path, fate: 'created', change: { path, content }, record }
  if (hasContent(current, content)) return { path, fate: 'unchanged', record }
  if (file.ifExists === 'keep') return { path, fate: 'kept' }
  if (!mayReplace(file, current, context)) return undefined
  const change = { path, content: withLineEndsOf(current, content) }
  return { path, fate: 'changed', change, record }
}

/** Line ends are the user's, or version control's. */
function hasContent(current: Buffer, content: string | Uint8Array): boolean {
  return hashContent(current) === hashContent(content)
}

function withLineEndsOf(current: Buffer, content: string | Uint8Array): string | Uint8Array {
  const isCrlf = typeof content === 'string' && current.includes('\r\n')
  return isCrlf ? content.replaceAll(/\r?\n/g, '\r\n') : content
}

function mayReplace(file: PlannedFile, current: Buffer, context: CheckContext): boolean {
  const { path, ifExists } = file
  if (ifExists === 'update') return true
  if (ifExists === 'conflict') {
    context.sink.report('project/file-exists', { path }, { helps: [`move \`${path}\` away`] })
    return false
  }
  const written = context.writtenFiles.get(path)
  if (written !== undefined && isUnedited(written, current)) return true
  const place = file.editInstead ?? 'where it is generated from'
  const helps = [`make the edit ${place}, delete \`${path}\` and run the command again`]
  const code = written === undefined ? 'project/unrecorded-file' : 'project/edited-file'
  context.sink.report(code, { path }, { span: { path, start: 0, end: 0 }, helps })
  return false
}

function judgeRemoval({ path }: PlannedRemoval, context: CheckContext): Verdict | undefined {
  const target = join(context.root, path)
  const type = context.reader.status(target)?.type
  const written = context.writtenFiles.get(path)
  if (type !== undefined && findObstacle(path, context) !== undefined) return { path, fate: 'kept' }
  const current = context.reader.read(target)
  if (current === undefined) return { path, fate: 'unchanged', record: null }
  if (written === undefined) return { path, fate: 'kept' }
  if (!isUnedited(written, current)) {
    context.sink.report('project/kept-file', { path }, { helps: [`delete \`${path}\``] })
    return { path, fate: 'kept' }
  }
  return { path, fate: 'removed', change: { path }, record: null }
}

/** Whether a plain file of the project can be at the path. */
function canStandAt({ path, ifExists }: PlannedFile, context: CheckContext): boolean {
  const obstacle = findObstacle(path, context)
  if (obstacle === undefined) return true
  // A file of the user's that stays may be what it likes.
  if (ifExists === 'keep' && obstacle.path === path && obstacle.type === 'link') return true
  const notes = [`\`${obstacle.path}\` is ${obstacle.is}`]
  context.sink.report(
    'project/not-a-file',
    { path },
    { notes, helps: [`move \`${obstacle.path}\` away`] },
  )
  return false
}
