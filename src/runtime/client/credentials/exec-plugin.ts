import { spawn } from 'node:child_process'
import { showUrlsIn } from '../../../apimachinery/url-text.ts'
import type { ExecSettings } from '../config/exec-settings.ts'
import { FieldReader } from '../config/field-reader.ts'
import type { Cluster } from '../config/kubeconfig.ts'

/** What a plugin answered. */
export interface ExecCredential {
  readonly token: string | undefined
  readonly certificate: { readonly cert: string; readonly key: string } | undefined
  /** Milliseconds since 1970; absent: the credential lasts until it is refused. */
  readonly expiresAt: number | undefined
}

/** A plugin could not be run, or did not answer as it should. */
export class ExecPluginError extends Error {
  override readonly name = 'ExecPluginError'
}

export interface ExecContext {
  readonly settings: ExecSettings
  /** What the plugin is told where it asks for it. */
  readonly cluster: ExecCluster
  readonly environment: NodeJS.ProcessEnv
  /** Whether a person sits at standard input. */
  readonly isTerminal: boolean
  /** How long the program may take: people log in by some. Default: 5 minutes. */
  readonly timeoutMs?: number | undefined
}

/** The cluster as plugins know it. */
export type ExecCluster = Readonly<Record<string, unknown>>

const longestAnswer = 1024 * 1024
const tailLength = 2_000

/** The description of a cluster for plugins that ask for it; `authority` is the PEM text that signs its server. */
export function describeCluster(cluster: Cluster, authority: string | undefined): ExecCluster {
  return {
    server: cluster.server,
    'tls-server-name': cluster.tlsServerName,
    'insecure-skip-tls-verify': cluster.isInsecure || undefined,
    'certificate-authority-data':
      authority === undefined ? undefined : Buffer.from(authority, 'utf8').toString('base64'),
    'proxy-url': cluster.proxyUrl,
    config: cluster.execExtension,
  }
}

/** Runs the plugin once. */
export async function runExecPlugin(context: ExecContext): Promise<ExecCredential> {
  const { settings, isTerminal } = context
  const { command, interactiveMode } = settings
  if (interactiveMode === 'Always' && !isTerminal) {
    throw new ExecPluginError(`${command} must ask its user, and standard input is no terminal`)
  }
  const isInteractive = interactiveMode !== 'Never' && isTerminal
  return readCredential(await run(context, isInteractive), settings)
}

async function run(context: ExecContext, isInteractive: boolean): Promise<string> {
  const { settings, cluster, environment, timeoutMs = 300_000 } = context
  const { command, args, apiVersion, providesClusterInfo } = settings
  const spec = { interactive: isInteractive, ...(providesClusterInfo && { cluster }) }
  const child = spawn(command, args, {
    env: {
      ...environment,
      ...settings.environment,
      KUBERNETES_EXEC_INFO: JSON.stringify({ apiVersion, kind: 'ExecCredential', spec }),
    },
    stdio: [isInteractive ? 'inherit' : 'ignore', 'pipe', isInteractive ? 'inherit' : 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    windowsHide: true,
  })
  const output = collect(child.stdout, longestAnswer)
  const complaint = collect(child.stderr, tailLength)
  const ending = await new Promise<string | undefined>((resolve, reject) => {
    child.once('error', (cause) => reject(notRun(settings, cause)))
    child.once('close', (code, signal) => {
      resolve(code === 0 ? undefined : `ended with ${code ?? signal ?? 'no code'}`)
    })
  })
  if (ending !== undefined) {
    const said = showUrlsIn(complaint.text().trim())
    throw new ExecPluginError(`${command} ${ending}${said && `: ${said}`}${hintOf(settings)}`)
  }
  return output.text()
}

function notRun(settings: ExecSettings, cause: Error): ExecPluginError {
  const isMissing = 'code' in cause && cause.code === 'ENOENT'
  const what = isMissing ? 'is not there' : `cannot be run: ${cause.message}`
  return new ExecPluginError(`${settings.command} ${what}${hintOf(settings)}`, { cause })
}

function hintOf({ installHint }: ExecSettings): string {
  return installHint === undefined ? '' : `\n\n${installHint}`
}

/** Takes what a program writes; of more than `most` bytes, the last ones. */
function collect(stream: NodeJS.ReadableStream | null, most: number): { text: () => string } {
  let bytes = Buffer.alloc(0)
  stream?.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]).subarray(-most)
  })
  return { text: () => bytes.toString('utf8') }
}

function readCredential(output: string, { command, apiVersion }: ExecSettings): ExecCredential {
  const root = parseAnswer(output, command)
  const wrong = (what: string): ExecPluginError => new ExecPluginError(`${command}: ${what}`)
  if (root.string('kind') !== 'ExecCredential') throw wrong('the answer is no ExecCredential')
  const version = root.string('apiVersion')
  if (version !== apiVersion) {
    throw wrong(`Expected an answer of ${apiVersion}, got ${version ?? 'none'}`)
  }
  const status = root.object('status')
  if (status === undefined) throw wrong('the answer has no status')
  const token = status.string('token')
  const cert = status.string('clientCertificateData')
  const key = status.string('clientKeyData')
  if ((cert === undefined) !== (key === undefined)) {
    throw wrong('Expected clientCertificateData and clientKeyData, got one of them')
  }
  if (token === undefined && cert === undefined) throw wrong('the answer says nobody')
  const certificate = cert !== undefined && key !== undefined ? { cert, key } : undefined
  return { token, certificate, expiresAt: readExpiry(status.string('expirationTimestamp'), wrong) }
}

function parseAnswer(output: string, command: string): FieldReader {
  try {
    return new FieldReader(JSON.parse(output), { file: command, path: '' })
  } catch (cause) {
    throw new ExecPluginError(`${command}: the answer is no JSON object`, { cause })
  }
}

function readExpiry(
  text: string | undefined,
  wrong: (what: string) => ExecPluginError,
): number | undefined {
  if (text === undefined) return undefined
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw wrong(`Expected a time as expirationTimestamp, got \`${text}\``)
  return time
}
