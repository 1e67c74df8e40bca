import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundleProgram } from '../operator-process.ts'
import { ReplayServer, type Ending } from './replay-server.ts'

/** `make soak` plays it whole, `make test` a tenth. */
const share = process.env['KOPS_SOAK_SECONDS'] === undefined ? 0.1 : 1
const events = 1_000_000 * share
const reconnects = 10_000 * share
const rotations = 100 * share
/** The heap may grow by this after the first tenth. */
const growth = 0.05

interface Report {
  readonly heapBytes: number
  readonly descriptors: number
  readonly handles: readonly string[]
  readonly digest: string
  readonly behind: number
  readonly changedNumbers: number
  readonly overlaps: number
  readonly reconciles: number
  readonly relists: number
}

const endings: readonly Ending[] = ['clean', 'clean', 'broken', 'clean', 'half-line']

test(
  'events, reconnects and rotated credentials leave nothing behind',
  { timeout: 1_800_000 },
  async () => {
    const server = await ReplayServer.start({ objects: 5_000, textLength: 600 })
    onTestFinished(() => server.stop())
    const consumer = await startConsumer(server)
    const perConnection = events / reconnects
    const perToken = reconnects / rotations
    let first: Report | undefined
    for (let connection = 1; connection <= reconnects; connection += 1) {
      await server.send(perConnection)
      if (connection % perToken === 0) await consumer.rotate(`token-${connection}`)
      const ending = endings[connection % endings.length] ?? 'clean'
      await server.reconnect(ending)
      if (connection === reconnects / 10) first = await consumer.report(server.resourceVersion)
    }
    const last = await consumer.report(server.resourceVersion)
    const megabytes = (bytes = 0): string => `${(bytes / 1_048_576).toFixed(1)} MB`
    process.stdout.write(
      `replay soak: ${events} events, ${server.reconnects} reconnects, ${rotations} rotations, ` +
        `${last.reconciles} reconciles, ${last.relists} relists; heap ${megabytes(first?.heapBytes)} → ${megabytes(last.heapBytes)}, ` +
        `descriptors ${first?.descriptors} → ${last.descriptors}; objects lost: ${last.digest === server.digest() ? 0 : 'some'}, ` +
        `numbers changed: ${last.changedNumbers}\n`,
    )
    expect(last).toMatchObject({
      digest: server.digest(),
      behind: 0,
      changedNumbers: 0,
      overlaps: 0,
      relists: 0,
      descriptors: first?.descriptors,
      handles: first?.handles,
    })
    expect(last.heapBytes).toBeLessThan((first?.heapBytes ?? 0) * (1 + growth))
  },
)

interface Consumer {
  /** Puts another token into its file; the server takes no other from now on. */
  rotate(token: string): Promise<void>
  report(version: string): Promise<Report>
}

async function startConsumer(server: ReplayServer): Promise<Consumer> {
  const program = await bundleProgram('replay-consumer')
  const folder = mkdtempSync(join(tmpdir(), 'kops-replay-'))
  const tokenFile = join(folder, 'token')
  const kubeconfig = join(folder, 'kubeconfig')
  await writeFile(tokenFile, server.connection.token ?? '')
  await writeFile(kubeconfig, JSON.stringify(configure(server, tokenFile)))
  const child: ChildProcess = fork(program.path, [kubeconfig], { execArgv: ['--expose-gc'] })
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
      const [message] = await Promise.all([once(child, 'message'), child.send(version)])
      return message[0] as Report
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
