import { afterAll, beforeAll, describe, test, type TestContext } from 'vitest'
import { createClient } from '../../../../src/runtime/client/create-client.ts'
import { waitFor } from '../../../../src/testing/index.ts'
import { useControlPlane } from '../../provided.ts'
import { toClusterConnection } from '../../../../src/testing/index.ts'
import { ConfigMap } from '../config-map.ts'
import { bundleProgram, OperatorProcess } from '../operator-process.ts'
import type {} from './played.ts'

const hourMs = 3_600_000
let program: Awaited<ReturnType<typeof bundleProgram>> | undefined

beforeAll(async () => {
  program = await bundleProgram('elected-writer')
})
afterAll(() => program?.remove())

/** Starts replicas that write while they lead, and reads who wrote, in the order in which the server stored it. */
function useReplicas(context: TestContext, lease: string) {
  const { kubeconfigPath, connection } = useControlPlane(context)
  const connected = createClient(toClusterConnection(connection))
  context.onTestFinished(() => connected.close())
  const { client } = connected
  const start = (holder: string, ...more: readonly string[]): OperatorProcess =>
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
  const writers = async (): Promise<string[]> => {
    const { items } = await client.list(ConfigMap, {
      namespace: 'default',
      labelSelector: { lease },
    })
    const version = ({ metadata }: ConfigMap): number => Number(metadata?.resourceVersion)
    items.sort((left, right) => version(left) - version(right))
    return items.map(({ data }) => data?.['holder'] ?? '')
  }
  const wrote = (holder: string, times = 1): Promise<unknown> =>
    waitFor(
      `${times} writes of ${holder}`,
      async () => (await writers()).filter((each) => each === holder).length >= times,
      { timeoutMs: 90_000, intervalMs: 200 },
    )
  return { start, writers, wrote }
}

function stretches(writers: readonly string[]): string[] {
  return writers.filter((writer, index) => writer !== writers[index - 1])
}

describe.concurrent('leaders', () => {
  test('14: two whose clocks differ by two hours never lead at once', async (context) => {
    context.task.meta.scenario = { row: 14, title: 'clocks are skewed', faultsThrown: 0 }
    const { start, writers, wrote } = useReplicas(context, 'skewed')
    const behind = start('behind', `--clock-offset-ms=${-hourMs}`)
    await wrote('behind')
    const ahead = start('ahead', `--clock-offset-ms=${hourMs}`)
    await ahead.logged('new leader elected')
    await wrote('behind', 100)
    context.expect(stretches(await writers())).toEqual(['behind'])
    behind.signal('SIGKILL')
    await wrote('ahead')
    ahead.signal('SIGTERM')
    await ahead.ended
    context.expect(stretches(await writers())).toEqual(['behind', 'ahead'])
  })

  test('29: one that computes for longer than its lease writes nothing after it', async (context) => {
    context.task.meta.scenario = { row: 29, title: 'a reconcile computes', faultsThrown: 0 }
    const { start, writers, wrote } = useReplicas(context, 'busy')
    const busy = start('busy', '--block-ms=20000')
    await wrote('busy')
    const other = start('other')
    await other.logged('new leader elected')
    await wrote('other')
    await busy.ended
    context.expect(busy.exitCode).toBe(1)
    other.signal('SIGTERM')
    await other.ended
    context.expect(stretches(await writers())).toEqual(['busy', 'other'])
  })

  test('29: one that computes for twelve seconds goes on, or steps down', async (context) => {
    context.task.meta.scenario = { row: 29, title: 'a reconcile computes', faultsThrown: 0 }
    const { start, writers, wrote } = useReplicas(context, 'busier')
    const busy = start('busy', '--block-ms=12000')
    await wrote('busy')
    const other = start('other')
    await other.logged('new leader elected')
    await Promise.race([wrote('busy', 11), wrote('other')])
    other.signal('SIGTERM')
    busy.signal('SIGTERM')
    await Promise.all([other.ended, busy.ended])
    context.expect(stretches(await writers()).length).toBeLessThanOrEqual(2)
  })
})
