import { existsSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { DiagnosticSink } from '../diagnostics/sink.ts'
import { buildContext } from './build-context.ts'
import type { CommandContext, CommandOutcome } from './command.ts'
import {
  parseCommandLine,
  type CommandCall,
  type CommandLine,
  type HelpText,
} from './command-line.ts'
import type { CommandLineMistake } from './command-line-mistake.ts'
import { endOnError } from './describe-bug.ts'
import { reportBrokenFile } from './failure.ts'
import type { Host } from './host.ts'
import { reportMistake } from './report-mistake.ts'
import { writeDiagnostics } from './write-diagnostics.ts'

export { confirmCopy } from './trust/confirm-copy.ts'

/** Reads the command line and runs its command, or tells what is wrong; resolves to the exit code. */
export async function runCommandLine(host: Host): Promise<number> {
  try {
    return await runLine(parseCommandLine(host.argv), host)
  } catch (error) {
    return endOnError(error, host)
  }
}

async function runLine(line: CommandLine, host: Host): Promise<number> {
  if (line.kind === 'help') return showHelp(line, host)
  const sink = new DiagnosticSink()
  return line.kind === 'call' ? runCall(line, sink, host) : refuse(line, sink, host)
}

function showHelp({ text }: HelpText, { writeOut }: Host): number {
  writeOut(text)
  return 0
}

function refuse(mistake: CommandLineMistake, sink: DiagnosticSink, host: Host): number {
  reportMistake(mistake, sink)
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
  const { context, recovery, finish } = buildContext(call, { directory, sink, host })
  const outcome = isFolder(directory, { sink, host }) ? await runCommand(call, context) : {}
  recovery.report(sink)
  finish(outcome)
  return outcome.exitCode ?? exitCode(sink)
}

/** A file system that refuses is told as a diagnostic; all else that is thrown is a bug. */
async function runCommand(call: CommandCall, context: CommandContext): Promise<CommandOutcome> {
  try {
    await settleTree(call, context)
    if (context.sink.hasErrors) return {}
    const command = await call.definition.load()
    return await command.run(call.options, context)
  } catch (error) {
    if (reportBrokenFile(error, context.root, context.sink)) return {}
    throw error
  }
}

/**
 * What a killed command left is completed or rolled back before another one writes. One that writes
 * nothing stops there, and one that reads no file of the project has no part in it.
 */
async function settleTree(
  { definition, options }: CommandCall,
  { root, sink, recovery }: CommandContext,
): Promise<void> {
  if (definition.ignoresTree === true || !existsSync(join(root, '.kops/journal'))) return
  const dryRun =
    definition.readOnly === true || options['dryRun'] === true || options['check'] === true
  const { settleProject } = await import('../scaffold/project-lock.ts')
  await settleProject(root, { sink, recovery, dryRun })
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
