import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { bundleProgram } from '../operator-process.ts'
import type { ReplayServer } from './replay-server.ts'

/** What an operator holds, when it is at rest. */
export interface Report {
  /** The longest time that its event loop was kept from other work, until it was asked first. */
  readonly longestBlockMs: number
  readonly peakBytes: number
  /** After a collection. */
  readonly heapBytes: number
  readonly descriptors: number
  readonly handles: readonly string[]
  readonly digest: string
  /** How many objects were not reconciled at their newest state. */
  readonly behind: number
  readonly changedNumbers: number
  readonly overlaps: number
  readonly reconciles: number
  readonly relists: number
}

/** An operator in a process of its own, on a replay server. */
export interface Consumer {
  /** Puts another token into its file; the server takes no other from now on. */
  rotate(token: string): Promise<void>
  /** What it holds once everything up to a version is stored and reconciled. */
  report(version: string): Promise<Report>
}

/** Starts one that ends with the test, and returns when it has synced. `fast` makes its back-off short. */
export async function startConsumer(
  server: ReplayServer,
  pace: 'fast' | 'normal',
): Promise<Consumer> {
  const program = await bundleProgram('replay-consumer')
  const folder = mkdtempSync(join(tmpdir(), 'kops-replay-'))
  const tokenFile = join(folder, 'token')
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(tokenFile, server.connection.token ?? '')
  await writeFile(kubeconfig, JSON.stringify(configure(server, tokenFile)))
  const child: ChildProcess = fork(program.path, [kubeconfig, pace], { execArgv: ['--expose-gc'] })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
    program.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  await once(child, 'message')
  return {
    rotate: async (token) => {
      await writeFile(`${tokenFile}.new`, token)
      await rename(`${tokenFile}.new`, tokenFile)
      server.rotate(token)
    },
    report: async (version) => {
      const answer = once(child, 'message')
      child.send(version)
      return (await answer)[0] as Report
    },
  }
}

function configure(server: ReplayServer, tokenFile: string): object {
  const { server: address, certificateAuthority } = server.connection
  const authority = Buffer.from(certificateAuthority, 'utf8').toString('base64')
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      { name: 'a', cluster: { server: address, 'certificate-authority-data': authority } },
    ],
    users: [{ name: 'a', user: { tokenFile } }],
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    'current-context': 'a',
  }
}
