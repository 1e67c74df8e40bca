import { isatty } from 'node:tty'
import { readInputStream } from '../input/read-input-stream.ts'

/** What the operating system gives the command: the command line, a folder, the environment and the streams. */
export interface Host {
  /** The command line after `kops`. */
  readonly argv: readonly string[]
  readonly workingDirectory: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly isTerminal: (stream: 'stdin' | 'stdout' | 'stderr') => boolean
  readonly writeOut: (text: string) => void
  readonly writeError: (text: string) => void
  /** The whole standard input; nothing where there is none. */
  readonly readInput?: () => Promise<string>
}

/** The host of a real process. A stream is opened when it is first written to: opening costs time. */
export function processHost(): Host {
  return {
    argv: process.argv.slice(2),
    workingDirectory: process.cwd(),
    environment: process.env,
    isTerminal: (stream) => isatty(descriptors[stream]),
    writeOut: openOnWrite(() => process.stdout),
    writeError: openOnWrite(() => process.stderr),
    readInput,
  }
}

const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const

function readInput(): Promise<string> {
  return readInputStream(process.stdin, '<stdin>')
}

function openOnWrite(open: () => NodeJS.WriteStream): (text: string) => void {
  let stream: NodeJS.WriteStream | undefined
  return (text) => {
    stream ??= open().on('error', ignoreBrokenPipe)
    stream.write(text)
  }
}

/** A reader that goes away (`kops markers | head`) is no failure, and the command ends its work. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
