import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, test, type TestContext } from 'vitest'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import type { ApiClient } from '../../../src/runtime/client/api-client.ts'
import { Lease } from '../../../src/runtime/leaderelection/lease.ts'
import { waitFor } from '../../../src/testing/index.ts'
import { useControlPlane } from '../provided.ts'
import { createClient } from '../../../src/runtime/client/create-client.ts'
import { clusterConnection } from './cluster.ts'
import { ConfigMap } from './config-map.ts'
import type {} from './scenarios/played.ts'
import { bundleProgram, OperatorProcess } from './operator-process.ts'

let program: Awaited<ReturnType<typeof bundleProgram>> | undefined

beforeAll(async () => {
  program = await bundleProgram('elected-writer')
})
afterAll(() => program?.remove())

/** Starts replicas of the writing operator, and reads who wrote what. */
function useReplicas(context: TestContext, lease: string) {
  const { kubeconfigPath, connection } = useControlPlane(context)
  const connected = createClient(clusterConnection(connection))
  const { client } = connected
  context.onTestFinished(() => connected.close())
  const start = (holder: string, more: readonly string[] = []): OperatorProcess =>
    new OperatorProcess(context, {
      path: program?.path ?? '',
      args: [
        `--kubeconfig=${kubeconfigPath}`,
        '--health-probe-bind-address=0',
        '--leader-elect',
        `--lease=${lease}`,
        `--holder=${holder}`,
        ...more,
      ],
    })
  const hasWritten = (holder: string): Promise<void> =>
    waitFor(
      `a write of ${holder}`,
      async () => (await writes(client, lease)).some((each) => each.holder === holder) || undefined,
      { timeoutMs: 60_000, intervalMs: 200 },
    ).then(() => undefined)
  return { client, start, hasWritten }
}

interface Write {
  readonly holder: string
  readonly last: boolean
}

/** All writes in the order in which the server stored them. */
async function writes(client: ApiClient, lease: string): Promise<readonly Write[]> {
  const { items } = await client.list(ConfigMap, {
    namespace: 'default',
    labelSelector: { lease },
  })
  const version = ({ metadata }: ConfigMap): number => Number(metadata?.resourceVersion)
  items.sort((left, right) => version(left) - version(right))
  return items.map(({ data }) => ({
    holder: data?.['holder'] ?? '',
    last: data?.['last'] === 'true',
  }))
}

/** Who wrote, each name once for each stretch of its writes. */
function stretches(all: readonly Write[]): readonly string[] {
  return all.map(({ holder }) => holder).filter((holder, index, list) => holder !== list[index - 1])
}

describe.concurrent('two replicas of an operator', () => {
  test('replace a leader that is killed', async (context) => {
    const { client, start, hasWritten } = useReplicas(context, 'killed')
    const first = start('first')
    await hasWritten('first')
    const second = start('second')
    await second.logged('new leader elected')
    first.signal('SIGKILL')
    await hasWritten('second')
    second.signal('SIGTERM')
    await second.ended
    context.expect(second.exitCode).toBe(0)
    context.expect(stretches(await writes(client, 'killed'))).toEqual(['first', 'second'])
  })

  test('never write at once when the leader is stopped for a while', async (context) => {
    context.task.meta.scenario = { row: 13, title: 'the lease is lost in a pause', faultsThrown: 0 }
    const { client, start, hasWritten } = useReplicas(context, 'stopped')
    const first = start('first')
    await hasWritten('first')
    const second = start('second')
    await second.logged('new leader elected')
    first.signal('SIGSTOP')
    await delay(20_000)
    await hasWritten('second')
    first.signal('SIGCONT')
    await first.ended
    context.expect(first.exitCode).toBe(1)
    context.expect(first.output).toContain('leader election lost')
    second.signal('SIGTERM')
    await second.ended
    context.expect(stretches(await writes(client, 'stopped'))).toEqual(['first', 'second'])
  })

  test('go on after an event loop that blocked longer than the renew deadline', async (context) => {
    const { client, start, hasWritten } = useReplicas(context, 'blocked')
    const first = start('first', ['--busy-ms=12000'])
    await hasWritten('first')
    const second = start('second')
    await first.logged('slept through the renew deadline')
    const before = (await writes(client, 'blocked')).length
    await waitFor(
      'writes after the block',
      async () => (await writes(client, 'blocked')).length > before + 5,
      { timeoutMs: 60_000 },
    )
    second.signal('SIGTERM')
    first.signal('SIGTERM')
    await first.ended
    context.expect(first.exitCode).toBe(0)
    context.expect(stretches(await writes(client, 'blocked'))).toEqual(['first'])
  })

  test('hand over at once when the leader is told to stop', async (context) => {
    context.task.meta.scenario = { row: 30, title: 'SIGTERM comes in a reconcile', faultsThrown: 0 }
    const { client, start, hasWritten } = useReplicas(context, 'handed-over')
    const first = start('first', ['--drain-ms=2000'])
    await hasWritten('first')
    const second = start('second')
    await second.logged('new leader elected')
    first.signal('SIGTERM')
    await first.ended
    context.expect(first.exitCode).toBe(0)
    await hasWritten('second')
    const lease = await client.get(Lease, { namespace: 'default', name: 'handed-over' })
    context.expect(lease?.spec?.leaseTransitions).toBe(1)
    context.expect(lease?.spec?.renewTime).toMatch(/^[\d-]+T[\d:]+\.\d{6}Z$/)
    const all = await writes(client, 'handed-over')
    context.expect(stretches(all)).toEqual(['first', 'second'])
    // What was in hand when the signal came was finished, before the lease was given away.
    context.expect(all.filter(({ last }) => last)).toEqual([{ holder: 'first', last: true }])
    second.signal('SIGTERM')
    await second.ended
    const events = await client.list<TypedObject & { note?: string }>(
      { group: 'events.k8s.io', version: 'v1', kind: 'Event' },
      { namespace: 'default', fieldSelector: { reason: 'LeaderElection' } },
    )
    const notes = events.items.filter(({ metadata }) => metadata?.name?.startsWith('handed-over.'))
    context
      .expect(notes.map(({ note = '' }) => note.replace(/^.*_[\da-f-]+/, 'identity')))
      .toEqual(['identity became leader', 'identity became leader'])
  })
})

test('a second signal ends the process at once, with code 1', async (context) => {
  const { start, hasWritten } = useReplicas(context, 'hurried')
  const only = start('only', ['--drain-ms=25000'])
  await hasWritten('only')
  only.signal('SIGTERM')
  await only.logged('stopping and waiting')
  only.signal('SIGTERM')
  await only.ended
  context.expect(only.exitCode).toBe(1)
})

test('a wrong command line ends the process with code 2 and says what is wrong', async (context) => {
  const { start } = useReplicas(context, 'wrong')
  const only = start('only', ['--leader-elec'])
  await only.ended
  context.expect(only.exitCode).toBe(2)
  context.expect(only.output).toContain('unknown flag --leader-elec: did you mean --leader-elect?')
})
