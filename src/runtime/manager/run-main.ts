import { showText } from '../../apimachinery/terminal-text.ts'
import { showUrlsIn } from '../../apimachinery/url-text.ts'
import { managedCertificates } from '../certificates/managed-certificates.ts'
import { ConfigurationError } from '../client/config/configuration-error.ts'
import { newSharedAbort } from '../clock/shared-abort.ts'
import { FlagError } from './flags/flag.ts'
import type { ManagerFlags } from './flags/manager-flags.ts'
import { newLogger } from './log-output.ts'
import type { ManagerOptions } from './manager-options.ts'

/** What a program is started with. */
export interface MainContext {
  /** The command line without node and script. */
  readonly argv: readonly string[]
  /** Aborts when the process is told to stop. */
  readonly signal: AbortSignal
}

/**
 * Aborts at the first SIGTERM or SIGINT. The second one ends the process at once with code 1: somebody does not want
 * to wait.
 */
export function terminationSignal(): AbortSignal {
  const stop = newSharedAbort()
  const onSignal = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(1)
    stop.abort(new Error(`the process was told to stop: ${name}`))
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return stop.signal
}

/**
 * Runs a program to its end, and ends the process: with 0 when `main` resolves, with 2 and the text of it when the
 * command line is wrong, else with 1 and the error in the log.
 */
export async function runMain(main: (context: MainContext) => Promise<void>): Promise<never> {
  try {
    await main({ argv: process.argv.slice(2), signal: terminationSignal() })
  } catch (error) {
    process.exit(tell(error))
  }
  process.exit(0)
}

/** Says what went wrong, and gives the exit code that it means. */
function tell(error: unknown): number {
  if (error instanceof FlagError) {
    const output = error.exitCode === 0 ? process.stdout : process.stderr
    output.write(
      error.exitCode === 0 ? error.message : `error: ${showText(showUrlsIn(error.message))}\n`,
    )
    return error.exitCode
  }
  if (error instanceof ConfigurationError)
    process.stderr.write(`error: ${showText(showUrlsIn(error.message))}\n`)
  else newLogger().error('the manager failed', { error })
  return 1
}

/** The options of `newManager` that the flags stand for. `leaderElectionId` is fixed for an operator. */
export function managerOptions(
  flags: ManagerFlags,
  { leaderElectionId }: { readonly leaderElectionId: string },
): ManagerOptions {
  return {
    kubeconfig: flags.kubeconfig,
    logger: newLogger({ level: flags.logLevel, format: flags.logFormat }),
    healthProbeBindAddress: flags.healthProbeBindAddress,
    profilingBindAddress: flags.profilingBindAddress,
    enableHttp2: flags.enableHttp2,
    metrics: {
      bindAddress: flags.metricsBindAddress,
      secure: flags.metricsSecure,
      certPath: flags.metricsCertPath,
      certName: flags.metricsCertName,
      certKey: flags.metricsCertKey,
    },
    webhooks: {
      port: flags.webhookPort,
      certPath: flags.webhookCertPath,
      certName: flags.webhookCertName,
      certKey: flags.webhookCertKey,
      ...(flags.webhookCertificate && {
        certificates: managedCertificates(flags.webhookCertificate),
      }),
    },
    ...(flags.leaderElect && { leaderElection: { id: leaderElectionId } }),
  }
}

/**
 * The namespaces that an operator of a namespaced project watches: those of `WATCH_NAMESPACE`, with commas between.
 * Throws a `ConfigurationError` where it is not set.
 */
export function watchNamespaces(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): readonly string[] {
  const namespaces = (environment['WATCH_NAMESPACE'] ?? '').split(',').map((each) => each.trim())
  const named = namespaces.filter((each) => each !== '')
  if (named.length > 0) return named
  throw new ConfigurationError(
    'WATCH_NAMESPACE must be set to the namespaces to watch, with commas between',
  )
}
