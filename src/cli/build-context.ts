import { showLine, showText } from '../apimachinery/terminal-text.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { CommandContext, CommandOutcome } from './command.ts'
import type { CommandCall } from './command-line.ts'
import type { Host } from './host.ts'
import { findProjectRoot } from './project-root.ts'
import { TrustRecord } from './trust/trust-record.ts'
import { UserRecovery } from './trust/user-recovery.ts'
import { writeDiagnostics, type DiagnosticFormat } from './write-diagnostics.ts'

interface Surroundings {
  readonly directory: string
  readonly sink: DiagnosticSink
  readonly host: Host
}

interface PreparedCommand {
  readonly context: CommandContext
  readonly recovery: UserRecovery
  /** Writes the diagnostics and the summary. */
  readonly finish: (outcome: CommandOutcome) => void
}

/** What a command gets, and how its run ends. */
export function buildContext(
  { definition, operands, options }: CommandCall,
  { directory, sink, host }: Surroundings,
): PreparedCommand {
  const root = findProjectRoot(directory) ?? directory
  const progress = new Progress(host)
  const sources: ((path: string) => string | undefined)[] = []
  const trust = new TrustRecord(host.environment)
  const writeError = progress.clearBefore((text) => host.writeError(showText(text)))
  const recovery = new UserRecovery(trust, writeError)
  const context: CommandContext = {
    directory,
    root,
    trust,
    recovery,
    environment: host.environment,
    isTerminal: host.isTerminal('stdin') && host.isTerminal('stderr'),
    operands,
    sink,
    readInput: host.readInput ?? (() => Promise.resolve('')),
    writeOut: progress.clearBefore((text) => host.writeOut(showText(text))),
    writeError,
    writeContent: progress.clearBefore((text) =>
      host.writeOut(host.isTerminal('stdout') ? showText(text) : text),
    ),
    showProgress: (text) => progress.show(text),
    addSources: (readText) => sources.push(readText),
  }
  const finish = (outcome: CommandOutcome): void => {
    progress.clear()
    writeDiagnostics(sink.diagnostics, {
      host,
      root,
      readText: (path) => firstText(sources, path),
      format: outcome.format ?? formatOption(options),
      summary: outcome.summary,
      summaryEnd: definition.readOnly === true ? '' : '; nothing written',
    })
  }
  return { context, recovery, finish }
}

function firstText(
  sources: readonly ((path: string) => string | undefined)[],
  path: string,
): string | undefined {
  for (const readText of sources) {
    const text = readText(path)
    if (text !== undefined) return text
  }
  return undefined
}

function formatOption({ format }: Readonly<Record<string, unknown>>): DiagnosticFormat {
  return format === 'json' || format === 'github' ? format : 'text'
}

/** One line that says what the command is at. It is not animated: the work is synchronous. */
class Progress {
  readonly #host: Host
  readonly #isShown: boolean
  #isDirty = false

  constructor(host: Host) {
    this.#host = host
    this.#isShown = host.isTerminal('stderr') && !host.environment['CI']
  }

  show(text: string): void {
    if (!this.#isShown) return
    this.#host.writeError(`\r\u001B[K${showLine(text)} …`)
    this.#isDirty = true
  }

  clear(): void {
    if (this.#isDirty) this.#host.writeError('\r\u001B[K')
    this.#isDirty = false
  }

  clearBefore(write: (text: string) => void): (text: string) => void {
    return (text) => {
      this.clear()
      write(text)
    }
  }
}
