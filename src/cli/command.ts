import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Recovery } from '../scaffold/recovery.ts'
import type { TrustRecord } from './trust/trust-record.ts'

/** One option of a command, in commander's notation. */
export interface OptionDefinition {
  /** `--group <group>`, `--spoke <version...>`, `--no-install`. */
  readonly flags: string
  readonly description: string
  readonly default?: string | number | boolean | readonly string[]
  readonly choices?: readonly string[]
}

export interface ArgumentDefinition {
  /** `<code>` or `[name]`. */
  readonly name: string
  readonly description: string
  readonly choices?: readonly string[]
  /** The table whose names a shell offers here. */
  readonly completedFrom?: 'codes' | 'markers'
}

export interface Example {
  readonly does: string
  readonly command: string
}

/** The parsed command line, by camel-case option name; what was not given is absent. Checked by the command. */
export type OptionValues = Readonly<Record<string, unknown>>

/** All that a command may touch outside its own values. */
export interface CommandContext {
  /** The absolute folder of `-C`, else the working directory. */
  readonly directory: string
  /** The nearest folder with a PROJECT file, upwards from `directory`; else `directory`. Spans are relative to it. */
  readonly root: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Whether questions may be asked and progress shown. */
  readonly isTerminal: boolean
  /** Positional arguments. */
  readonly operands: readonly string[]
  readonly sink: DiagnosticSink
  /** What the user said of projects, and the key that signs for the user. */
  readonly trust: TrustRecord
  /** Completes what a killed command left, in a folder that the user trusts. */
  readonly recovery: Recovery
  /** The whole standard input. */
  readonly readInput: () => Promise<string>
  /** Results go here. */
  readonly writeOut: (text: string) => void
  /** Files that are printed in place of being written: byte for byte, unless a terminal shows them. */
  readonly writeContent: (text: string) => void
  /** Progress and remarks go here; diagnostics are rendered by the caller. */
  readonly writeError: (text: string) => void
  /** Shows what the command is at, on a terminal only; the next output replaces it. */
  readonly showProgress: (text: string) => void
  /** Tells the caller where to read the text of a file that a diagnostic points into. */
  readonly addSources: (readText: (path: string) => string | undefined) => void
}

/** What a finished command says. Absent, the exit code follows from the sink: 0, 1, or 2 for `args/…`. */
export interface CommandOutcome {
  readonly exitCode?: 0 | 1 | 2
  /** Overrides the last line of the summary. */
  readonly summary?: string
  /** `text`, `json` or `github`, where the command has `--format`. */
  readonly format?: 'text' | 'json' | 'github'
}

export interface CommandModule {
  readonly run: (options: OptionValues, context: CommandContext) => Promise<CommandOutcome>
}

/**
 * One row of the table of commands. It loads nothing heavy by itself, so that `kops --help` needs
 * commander alone; `load` imports the command's code.
 */
export interface CommandDefinition {
  /** `init`, `create api`. */
  readonly name: string
  readonly summary: string
  readonly examples: readonly Example[]
  readonly arguments?: readonly ArgumentDefinition[]
  readonly options: readonly OptionDefinition[]
  /** A command that never writes a file, so that its summary need not say that nothing was written. */
  readonly readOnly?: true
  /** A command that neither reads nor writes the project, so that a half-applied one does not matter to it. */
  readonly ignoresTree?: true
  readonly load: () => Promise<CommandModule>
}
