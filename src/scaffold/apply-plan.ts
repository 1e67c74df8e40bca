import { join } from 'node:path'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import {
  parseWrittenFiles,
  renderWrittenFiles,
  writtenFilesPath,
} from '../project/written-files.ts'
import { checkPlan, type PlanOutcome } from './check-plan.ts'
import { diskFileSystem, type FileSystem } from './file-system.ts'
import { commitChanges, journalFolder, WriteFailure } from './journal.ts'
import type { Plan } from './plan.ts'
import { findObstacle } from './project-paths.ts'
import type { Recovery } from './recovery.ts'
import { reportUnwritable } from './report-unwritable.ts'

export type { PlanOutcome } from './check-plan.ts'

/*
 * A plan becomes files here: it is held against the disk, and if nothing stands in its way, all of it is
 * written at once, together with `.kops/files`. Start reading at `applyPlan`.
 */

export interface ApplyOptions {
  readonly root: string
  readonly sink: DiagnosticSink
  readonly recovery: Recovery
  /** Only tells what would be done. */
  readonly dryRun?: boolean | undefined
  readonly fileSystem?: FileSystem | undefined
}

/**
 * Writes a plan and tells what came of it. Nothing is written where the sink holds an error, and
 * undefined is given back. Runs inside `withProjectLock`, unless it is a dry run.
 */
export function applyPlan(plan: Plan, options: ApplyOptions): PlanOutcome | undefined {
  const { root, sink, recovery, fileSystem = diskFileSystem } = options
  const obstacle = findObstacle(writtenFilesPath, { root, reader: fileSystem })
  if (obstacle?.type === 'link') {
    const notes = [`\`${obstacle.path}\` is ${obstacle.is}`]
    sink.report('project/not-a-file', { path: writtenFilesPath }, { notes })
    return undefined
  }
  const recorded = fileSystem.read(join(root, writtenFilesPath))?.toString('utf8')
  const writtenFiles = parseWrittenFiles(recorded ?? '', sink)
  if (writtenFiles === undefined) return undefined
  const checked = checkPlan(plan, { root, writtenFiles, reader: fileSystem, sink })
  if (sink.hasErrors) return undefined
  const record = renderWrittenFiles(checked.writtenFiles)
  const changes = [...checked.changes]
  if (record !== (recorded ?? '')) changes.push({ path: writtenFilesPath, content: record })
  if (options.dryRun === true || changes.length === 0) return checked.outcome
  if (fileSystem.status(join(root, journalFolder)) === undefined) {
    throw new Error('applyPlan runs inside withProjectLock')
  }
  try {
    commitChanges(changes, { root, fileSystem, recovery })
    return checked.outcome
  } catch (error) {
    if (!(error instanceof WriteFailure)) throw error
    reportUnwritable(error.path, error.cause, sink)
    return undefined
  }
}
