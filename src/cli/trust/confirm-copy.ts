import { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { Host } from '../host.ts'
import { writeDiagnostics } from '../write-diagnostics.ts'
import { findScript, type ProjectCopy } from './project-copy.ts'
import { TrustRecord } from './trust-record.ts'
import { describeRecordProblem } from './user-recovery.ts'

/** What kops would do in a folder that the user has not confirmed yet. */
export interface Undertaking {
  /** The real path of the project. */
  readonly project: string
  /** `run kops 0.1.0 of /home/me/fleet/node_modules/kops`. */
  readonly what: string
  /** What works without trust. */
  readonly help: string
}

interface Surroundings {
  readonly record: TrustRecord
  readonly isTerminal: boolean
  readonly sink: DiagnosticSink
}

/** Whether kops may hand over to the project's copy: asks on a terminal, and reports elsewhere. */
export async function confirmCopy(copy: ProjectCopy, host: Host): Promise<boolean> {
  const sink = new DiagnosticSink()
  const isTerminal = host.isTerminal('stdin') && host.isTerminal('stderr')
  const record = new TrustRecord(host.environment)
  const undertaking: Undertaking = {
    project: copy.project,
    what: `run kops ${copy.version} of ${copy.folder}`,
    help: `\`${findScript(copy.project, host.argv)}\` in the project uses its own copy without being asked`,
  }
  if (await confirmTrust(undertaking, { record, isTerminal, sink })) return true
  writeDiagnostics(sink.diagnostics, {
    host,
    root: host.workingDirectory,
    format: 'text',
    readText: () => undefined,
    summary: undefined,
    summaryEnd: '; nothing written',
  })
  return false
}

/** Whether the user trusts a folder. Asks once, on a terminal; where the answer is no, reports. */
export async function confirmTrust(
  undertaking: Undertaking,
  { record, isTerminal, sink }: Surroundings,
): Promise<boolean> {
  try {
    const known = record.answerFor(undertaking.project)
    if (known === 'trusted') return true
    const answer = known ?? (isTerminal ? await ask(undertaking) : undefined)
    if (known === undefined && answer !== undefined) record.keep(undertaking.project, answer)
    if (answer === 'trusted') return true
    reportUntrusted(undertaking, sink)
  } catch (error) {
    sink.report('project/unusable-record', { reason: describeRecordProblem(error) })
  }
  return false
}

async function ask({ project, what }: Undertaking): Promise<'trusted' | 'declined' | undefined> {
  const prompts = await import('@clack/prompts')
  const answer = await prompts.confirm({
    message: `Do you trust ${JSON.stringify(project)}? kops would ${what}.`,
    initialValue: false,
  })
  if (prompts.isCancel(answer)) return undefined
  return answer ? 'trusted' : 'declined'
}

function reportUntrusted({ project, what, help }: Undertaking, sink: DiagnosticSink): void {
  const helps = ['look at what the folder holds and run `kops trust`', help]
  sink.report('project/untrusted', { folder: project }, { notes: [`kops would ${what}`], helps })
}
