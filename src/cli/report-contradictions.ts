import type { DiagnosticSink } from '../diagnostics/sink.ts'

/** What a flag says of something that is written down already. */
export interface Claim {
  readonly flag: string
  /** Undefined where the flag was not given. */
  readonly value: string | boolean | undefined
  readonly recorded: string | boolean | undefined
  /** Where it is written down; PROJECT where absent. */
  readonly file?: string
  /** Whether `kops edit` changes it. */
  readonly canEdit?: boolean
}

/** Reports the flags that contradict what is recorded. True where there is one. */
export function reportContradictions(claims: readonly Claim[], sink: DiagnosticSink): boolean {
  const wrong = claims.filter(({ value, recorded }) => value !== undefined && value !== recorded)
  for (const { flag, value, recorded = '', file = 'PROJECT', canEdit } of wrong) {
    const helps =
      canEdit === true
        ? [`run \`kops edit --${flag}=${value}\` to change it`]
        : [`leave \`--${flag}\` out`]
    const said = recorded === '' ? 'nothing' : `\`${recorded}\``
    sink.report(
      'args/contradicts-project',
      { flag, value: `${value}`, file, recorded: said },
      { helps },
    )
  }
  return wrong.length > 0
}
