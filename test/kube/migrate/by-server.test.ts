import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestManager, type TestManager } from '../../../src/testing/index.ts'
import { ApplicationKind } from '../webhooks/application.ts'
import { StoredKind } from './migration-world.ts'

/*
 * `kops migrate storage` where kube-controller-manager rewrites objects itself.
 */

const kind = new ApplicationKind('server.migrate.kops.dev')
let world: TestManager | undefined

beforeAll(async () => {
  const setup: Parameters<typeof startTestManager>[0]['setup'] = (manager) => kind.serve(manager)
  world = await startTestManager({ controllers: true, webhooks: [], setup })
})

afterAll(() => world?.stop())

test('has the cluster rewrite what is stored, and waits for it', async (context) => {
  const webhooks = world?.webhooks
  if (world === undefined || webhooks === undefined) return context.skip('no control plane')
  const stored = await StoredKind.start(context, { world, webhooks }, { kind, count: 5 })
  expect(await stored.stored()).toEqual({ v1alpha1: 5 })
  const run = await stored.migrate()
  expect(run.exitCode, run.stderr).toBe(0)
  expect(run.stdout).toBe(
    `${kind.name}: the cluster rewrote its objects as v1; v1alpha1 is forgotten\n`,
  )
  expect(await stored.stored()).toEqual({ v1: 5 })
  expect(await stored.storedVersions()).toEqual(['v1'])
})
