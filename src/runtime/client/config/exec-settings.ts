import { dirname, resolve } from 'node:path'
import type { FieldReader } from './field-reader.ts'

const versions = [
  'client.authentication.k8s.io/v1',
  'client.authentication.k8s.io/v1beta1',
] as const
const modes = ['Never', 'IfAvailable', 'Always'] as const

/** A program that says who asks. */
export interface ExecSettings {
  /** A name to find on the PATH, or an absolute path. */
  readonly command: string
  readonly args: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly apiVersion: (typeof versions)[number]
  /** Whether the program may, or must, talk to the user over standard input. */
  readonly interactiveMode: (typeof modes)[number]
  readonly providesClusterInfo: boolean
  /** What to tell a user who does not have the program. */
  readonly installHint: string | undefined
}

export function readExecSettings(fields: FieldReader): ExecSettings {
  const command = fields.required('command')
  const apiVersion = versions.find((each) => each === fields.required('apiVersion'))
  if (apiVersion === undefined) {
    throw fields.error('apiVersion', `Expected ${versions.join(' or ')}`)
  }
  return {
    // As in a shell: a name is looked up, a path is one, and here it is relative to the file.
    command: /[/\\]/.test(command) ? resolve(dirname(fields.file), command) : command,
    args: fields.strings('args'),
    environment: readEnvironment(fields),
    apiVersion,
    interactiveMode: readMode(fields, apiVersion),
    providesClusterInfo: fields.boolean('provideClusterInfo'),
    installHint: fields.string('installHint'),
  }
}

function readEnvironment(fields: FieldReader): Record<string, string> {
  const entries = fields.objects('env').map((each) => {
    return [each.required('name'), each.string('value') ?? ''] as const
  })
  return Object.fromEntries(entries)
}

/** `v1` wants it to be said. */
function readMode(fields: FieldReader, apiVersion: string): ExecSettings['interactiveMode'] {
  const said = fields.string('interactiveMode') ?? (apiVersion === versions[1] ? 'IfAvailable' : '')
  const mode = modes.find((each) => each === said)
  if (mode === undefined) throw fields.error('interactiveMode', `Expected ${modes.join(', ')}`)
  return mode
}
