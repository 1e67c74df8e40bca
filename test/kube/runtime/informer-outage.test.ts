import { expect, test } from 'vitest'
import {
  ProgramsNotFoundError,
  startControlPlane,
  waitFor,
  type ControlPlane,
} from '../../../src/testing/index.ts'
import { connect } from './cluster.ts'
import { gadgetDefinition, gadgetKind, newGadget } from './gadget-kind.ts'
import { WatchedGadgets } from './watched-gadgets.ts'

const gadgets = gadgetKind('outage.kops.dev')

async function startOwn(): Promise<ControlPlane | undefined> {
  try {
    return await startControlPlane({ crds: [gadgetDefinition(gadgets.group)] })
  } catch (error) {
    if (error instanceof ProgramsNotFoundError) return undefined
    throw error
  }
}

test('an informer survives a killed API server, with and without a history to resume', async (context) => {
  const controlPlane = await startOwn()
  if (controlPlane === undefined) return context.skip('no control plane on this machine')
  context.onTestFinished(() => controlPlane.stop())
  const { client } = connect(controlPlane.connection)
  for (const name of ['a', 'b', 'c']) await client.create(gadgets, newGadget(gadgets, name))
  const watched = new WatchedGadgets(client, gadgets)
  await watched.untilEqual()

  await controlPlane.restart('kube-apiserver')
  await watched.untilEqual()
  expect(watched.handler.events).toHaveLength(3)

  // Writes that a killed server's successor knows of as its past only: the watch is told 410, and a list finds them.
  await controlPlane.restart('kube-apiserver')
  const other = connect(controlPlane.connection).client
  await waitFor(
    'a server that answers',
    () =>
      other.list(gadgets).then(
        () => true,
        () => false,
      ),
    { timeoutMs: 60_000 },
  )
  await other.delete(gadgets, { namespace: 'default', name: 'b' })
  await other.delete(gadgets, { namespace: 'default', name: 'a' })
  await other.create(gadgets, newGadget(gadgets, 'a'))
  await controlPlane.restart('kube-apiserver')
  await watched.untilEqual(120_000)
  expect(watched.handler.contradictions).toEqual([])
  expect([...watched.handler.objects.keys()].sort()).toEqual(['a', 'c'])
})
