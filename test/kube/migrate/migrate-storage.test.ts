import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest'
import { listCodes } from '../../../src/diagnostics/explain.ts'
import {
  installWebhooks,
  renderKubeconfig,
  startFaultProxy,
  waitFor,
} from '../../../src/testing/index.ts'
import { reportedCodes, runKops, startFile } from '../../cli/run-kops.ts'
import { withoutConversion } from '../../../src/testing/webhook-sources.ts'
import { useClient, useControlPlane } from '../provided.ts'
import { ApplicationKind, type ApplicationV1 } from '../webhooks/application.ts'
import { startMigrationWorld, StoredKind, type MigrationWorld } from './migration-world.ts'

/*
 * `kops migrate storage` on a real API server: what is stored is read from etcd itself.
 */

const byKops = ['--rewriter', 'kops']

const kinds = new Map(
  ['plain', 'killed', 'away', 'refused', 'nobody'].map((name) => [
    name,
    new ApplicationKind(`${name}.migrate.kops.dev`),
  ]),
)

let migration: MigrationWorld | undefined

beforeAll(async () => {
  migration = await startMigrationWorld([...kinds.values()])
})

afterAll(() => migration?.world.stop())

function start(context: TestContext, name: string, count: number): Promise<StoredKind> {
  const kind = kinds.get(name) ?? context.skip(`no kind ${name}`)
  return StoredKind.start(context, migration, { kind, count })
}

describe.concurrent('kops migrate storage', () => {
  test('rewrites what is stored in an old version, which can then be dropped', async (context) => {
    const expectHere = context.expect
    const stored = await start(context, 'plain', 30)
    await stored.world.client.create(stored.kind.descriptor<ApplicationV1>('v1'), {
      apiVersion: `${stored.kind.group}/v1`,
      kind: 'Application',
      metadata: { name: 'new', namespace: 'default' },
      spec: { image: { repository: 'shop', tag: '1' }, replicas: 1, ports: [] },
    })
    expectHere(await stored.stored()).toEqual({ v1alpha1: 30, v1: 1 })

    const plan = await stored.migrate('--dry-run')
    expectHere(plan.stdout).toContain('31 objects would be rewritten as v1, and v1alpha1 forgotten')
    expectHere(await stored.stored()).toEqual({ v1alpha1: 30, v1: 1 })

    const run = await stored.migrate(...byKops)
    expectHere(run.exitCode, run.stderr).toBe(0)
    expectHere(run.stdout).toBe(
      `${stored.kind.name}: 30 objects rewritten as v1, 1 were so already; v1alpha1 is forgotten\n`,
    )
    expectHere(await stored.stored()).toEqual({ v1: 31 })
    expectHere(await stored.storedVersions()).toEqual(['v1'])

    // The API server takes a definition without the old version now, and its objects are still there.
    await stored.install('v1', ['v1', 'v1beta1'])
    const hub = stored.kind.descriptor<ApplicationV1>('v1')
    const { items } = await stored.world.client.list(hub)
    expectHere(items).toHaveLength(31)
    expectHere(items[0]?.spec.image).toEqual({ repository: 'shop', tag: '1' })

    const again = await stored.migrate()
    expectHere(again.stdout).toBe(`${stored.kind.name}: all objects are stored as v1\n`)
  })

  test('goes on where a run was killed', async (context) => {
    const expectHere = context.expect
    const stored = await start(context, 'killed', 25)
    const { connection } = stored.world.controlPlane
    const proxy = await startFaultProxy(connection, { mode: 'tls' })
    context.onTestFinished(() => proxy.stop())
    // The third page is never answered: then the run is killed.
    const pages: string[] = []
    const isThirdPage = ({ path }: { readonly path: string }): boolean => {
      if (path.includes('limit=10') && !pages.includes(path)) pages.push(path)
      return pages.indexOf(path) === 2
    }
    proxy.inject({ kind: 'stall' }, { only: isThirdPage })
    const path = join(stored.webhooks.certPath, 'killed.kubeconfig')
    await writeFile(path, renderKubeconfig(proxy.connection))
    const line = [startFile, ...stored.line(...byKops, '--chunk-size=10'), '--kubeconfig', path]
    const child = spawn(process.execPath, line, { stdio: 'ignore' })
    const note = async () => (await stored.read()).metadata.annotations?.['kops.dev/storage-migration'] // prettier-ignore
    await waitFor('two pages to be done', async () => (await note())?.includes('"done":20'), {
      timeoutMs: 60_000,
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expectHere(await stored.stored()).toEqual({ v1: 20, v1alpha1: 5 })
    expectHere(await stored.storedVersions()).toEqual(['v1alpha1', 'v1'])

    const run = await stored.migrate(...byKops)
    expectHere(run.exitCode, run.stderr).toBe(0)
    // It has looked at the rest alone.
    expectHere(run.stdout).toContain('5 objects rewritten as v1, 0 were so already')
    expectHere(await stored.stored()).toEqual({ v1: 25 })
    expectHere(await stored.storedVersions()).toEqual(['v1'])
    expectHere(await note()).toBeUndefined()
  })

  test('waits for a webhook that is away, and is taken up where it stays away', async (context) => {
    const expectHere = context.expect
    const stored = await start(context, 'away', 20)
    const away = (): (() => void) => {
      const back = stored.proxy.inject({ kind: 'refuse' })
      stored.proxy.disconnect()
      return back
    }
    const back = away()
    const stopped = await stored.migrate(...byKops)
    expectHere(reportedCodes(stopped), stopped.stderr).toEqual(['migrate/stopped'])
    expectHere(stopped.exitCode).toBe(1)
    expectHere(await stored.storedVersions()).toEqual(['v1alpha1', 'v1'])

    const running = stored.migrate(...byKops)
    await waitFor('the webhook to be asked', () => Promise.resolve(stored.proxy.faultsThrown > 0), { timeoutMs: 60_000 }) // prettier-ignore
    back()
    const run = await running
    expectHere(run.exitCode, run.stderr).toBe(0)
    expectHere(await stored.stored()).toEqual({ v1: 20 })
  })

  test('names what is refused, and keeps the old version until it is mended', async (context) => {
    const expectHere = context.expect
    const stored = await start(context, 'refused', 3)
    await stored.create('wrong', 101)
    const { world, webhooks: local } = stored
    const installed = await installWebhooks(world.controlPlane.client, local, {
      webhooks: stored.kind.configurations(),
    })
    const run = await stored.migrate(...byKops)
    expectHere(reportedCodes(run), run.stderr).toEqual(['migrate/objects-left'])
    expectHere(run.exitCode).toBe(1)
    expectHere(run.stderr).toContain('default/wrong:')
    expectHere(run.stderr).toContain('spec.replicas: Invalid value: 101')
    expectHere(await stored.storedVersions()).toEqual(['v1alpha1', 'v1'])

    await installed.remove()
    const mended = await stored.migrate(...byKops)
    expectHere(mended.exitCode, mended.stderr).toBe(0)
    expectHere(await stored.storedVersions()).toEqual(['v1'])
  })

  test('rewrites by itself where nobody in the cluster does', async (context) => {
    const expectHere = context.expect
    const stored = await start(context, 'nobody', 2)
    const refused = await stored.migrate('--rewriter', 'server')
    expectHere(reportedCodes(refused), refused.stderr).toEqual(['migrate/not-by-server'])
    const run = await stored.migrate()
    expectHere(run.stdout).toContain('2 objects rewritten as v1')
    const path = '/apis/storagemigration.k8s.io/v1/storageversionmigrations'
    const { items } = await stored.world.controlPlane.client.request<{ items: unknown[] }>({ method: 'GET', path }) // prettier-ignore
    expectHere(items).toEqual([])
  })
})

test('tells of a definition that is not there', async (context) => {
  const { kubeconfigPath } = useControlPlane(context)
  const line = ['migrate', 'storage', '--crd', 'none.example.org', '--kubeconfig', kubeconfigPath]
  expect(reportedCodes(await runKops(line))).toEqual(['migrate/no-definition'])
})

test('tells of a definition without a served version', async (context) => {
  const { kubeconfigPath } = useControlPlane(context)
  const kind = new ApplicationKind('unserved.migrate.kops.dev')
  const { spec, ...definition } = withoutConversion(kind.definition('v1'))
  const versions = spec.versions.map((version) => ({ ...version, served: false }))
  await useClient(context).apply({ ...definition, spec: { ...spec, versions } })
  const line = ['migrate', 'storage', '--crd', kind.name, '--kubeconfig', kubeconfigPath]
  expect(reportedCodes(await runKops(line))).toEqual(['migrate/not-served'])
})

test('every code that needs a cluster is shown here or beside', () => {
  const alone = listCodes().flatMap(([code, { example }]) => (example.cluster ? [code] : []))
  expect(alone).toEqual([
    'migrate/changed', // test/cli/migration
    'migrate/no-definition',
    'migrate/not-by-server',
    'migrate/not-served',
    'migrate/objects-left',
    'migrate/stopped',
  ])
})
