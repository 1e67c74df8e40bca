import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { Recovery } from '../../scaffold/recovery.ts'
import { describeFileError } from '../../input/file-error.ts'
import { UnsafeFile } from './private-file.ts'
import type { TrustRecord } from './trust-record.ts'

/** Crash recovery under the user's key. Where there can be no key, commands work without, and it is said once. */
export class UserRecovery implements Recovery {
  readonly #record: TrustRecord
  readonly #announce: (text: string) => void
  #problem: string | undefined

  constructor(record: TrustRecord, announce: (text: string) => void) {
    this.#record = record
    this.#announce = announce
  }

  sign = (text: string): string | undefined => {
    try {
      return this.#record.sign('journal', text).toString('hex')
    } catch (error) {
      this.#problem = describeRecordProblem(error)
      return undefined
    }
  }

  isTrusted = (root: string): boolean => {
    try {
      return this.#record.isTrusted(root)
    } catch (error) {
      this.#problem = describeRecordProblem(error)
      return false
    }
  }

  announce = (text: string): void => this.#announce(text)

  /** Warns where a command wrote without crash recovery. */
  report(sink: DiagnosticSink): void {
    if (this.#problem === undefined) return
    const notes = [
      'the files are written all the same; only a kill at the wrong time is not mended',
    ]
    sink.report('project/no-crash-recovery', { reason: this.#problem }, { notes })
  }
}

/** Says why the record cannot be used; anything but a refusal of the file system is thrown on. */
export function describeRecordProblem(error: unknown): string {
  if (error instanceof UnsafeFile) return error.message
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error
  return 'path' in error
    ? `\`${String(error.path)}\` cannot be used: ${describeFileError(error)}`
    : `the state folder cannot be used: ${describeFileError(error)}`
}
