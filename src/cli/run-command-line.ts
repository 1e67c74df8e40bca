import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { DiagnosticSink } from '../diagnostics/sink.ts'
import { buildContext } from './build-context.ts'
import type { CommandOutcome } from './command.ts'
import type { CommandCall } from './command-line.ts'
import type { CommandLineMistake } from './command-line-mistake.ts'
import { describeBug, reportBrokenFile } from './failure.ts'
import type { Host } from './host.ts'
import { reportMistake } from './report-mistake.ts'
import { writeDiagnostics } from './write-diagnostics.ts'

/** Runs a command, or tells what is wrong with the command line; resolves to the exit code. */
export async function runCommandLine(
  line: CommandCall | CommandLineMistake,
  host: Host,
): Promise<number> {
  const sink = new DiagnosticSink()
  if (line.kind === 'call') return runCall(line, sink, host)
  reportMistake(line, sink)
  writeDiagnostics(sink.diagnostics, {
    host,
    root: host.workingDirectory,
    format: 'text',
    readText: () => undefined,
    summary: undefined,
    summaryEnd: '; nothing written',
  })
  return 2
}

async function runCall(call: CommandCall, sink: DiagnosticSink, host: Host): Promise<number> {
  const directory = resolve(host.workingDirectory, ...call.directories)
  const { context, finish } = buildContext(call, { directory, sink, host })
  const outcome = isFolder(directory, { sink, host })
    ? await finishWith(host, sink, async () => {
        const command = await call.definition.load()
        return command.run(call.options, context)
      })
    : {}
  if (outcome === 'bug') return 3
  finish(outcome)
  return outcome.exitCode ?? exitCode(sink)
}

/** A file system that refuses is told as a diagnostic; all else that is thrown is a bug. */
async function finishWith(
  host: Host,
  sink: DiagnosticSink,
  run: () => Promise<CommandOutcome>,
): Promise<CommandOutcome | 'bug'> {
  try {
    return await run()
  } catch (error) {
    if (reportBrokenFile(error, sink)) return {}
    host.writeError(describeBug(error))
    return 'bug'
  }
}

function isFolder(
  directory: string,
  { sink, host }: { readonly sink: DiagnosticSink; readonly host: Host },
): boolean {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true) return true
  const written = relative(host.workingDirectory, directory)
  sink.report(
    'args/no-such-folder',
    { directory: written },
    { notes: ['`-C` names the folder to work in'] },
  )
  return false
}

function exitCode({ hasErrors, diagnostics }: DiagnosticSink): 0 | 1 | 2 {
  if (!hasErrors) return 0
  const isUsage = diagnostics.some(
    ({ code, severity }) => severity === 'error' && code.startsWith('args/'),
  )
  return isUsage ? 2 : 1
}
