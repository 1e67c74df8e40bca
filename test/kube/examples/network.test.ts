import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import { newNetworkService } from '../../../examples/network/src/outside/network-service.ts'
import { Outside } from '../../../examples/network/src/outside/outside.ts'
import { renderKubeconfig, startFaultProxy, waitFor } from '../../../src/testing/index.ts'
import { linkDependencies } from '../../cli/link-dependencies.ts'
import { kubectl } from '../kubectl.ts'
import { useClient, useControlPlane } from '../provided.ts'
import { OperatorProcess } from '../runtime/operator-process.ts'

/*
 * examples/network as its README has it: what is generated is up to date, it builds, and the controller does its
 * work on a real API server.
 */

const patience = { timeoutMs: 60_000 }
let folder = ''

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'kops-network-')))
  const isOurs = (path: string): boolean => !/\/(?:node_modules|dist)$/.test(path)
  cpSync('examples/network', folder, { recursive: true, filter: isOurs })
  linkDependencies(folder)
  await execa('npm', ['run', 'build'], { cwd: folder })
  return () => rmSync(folder, { recursive: true, force: true })
})

test.for([
  ['generate client --group samplecrd.k8s.io --version v1 --output pkg/client --check'],
  ['manifests --check'],
])('kops %s finds nothing stale', async ([line = '']) => {
  const { stdout, stderr } = await execa(
    process.execPath,
    [resolve('bin/kops.js'), ...line.split(' ')],
    { cwd: folder },
  )
  expect(stdout).toMatch(/up to date/)
  expect(stderr).not.toContain('protected-group')
})

test('kops says that a group of Kubernetes needs the annotation', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'kops-network-'))
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  cpSync('examples/network/api', join(copy, 'api'), { recursive: true })
  const path = join(copy, 'api/samplecrd/v1/network.ts')
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.replace(/^.*\+kubebuilder:metadata:annotations.*\n/m, ''))
  const command = [resolve('bin/kops.js'), 'manifests']
  const { stderr } = await execa(process.execPath, command, { cwd: copy })
  expect(stderr).toContain('warning[kube/protected-group]')
  expect(stderr).toContain('api-approved.kubernetes.io')
})

interface StageOptions {
  /** How many writes the outside refuses first. */
  readonly refusals?: number
}

/** The outside, empty, for one test. */
async function startOutside({ refusals = 0 }: StageOptions): Promise<string> {
  const service = newNetworkService()
  let left = refusals
  const server = createServer((request, response) => {
    if (request.method !== 'PUT' || left === 0) return service.emit('request', request, response)
    left -= 1
    return response.writeHead(503).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A namespace of its own for a test, with the definition installed. */
async function newNamespace(context: TestContext, name: string): Promise<string> {
  const { kubeconfigPath } = useControlPlane(context)
  await kubectl(kubeconfigPath, 'apply', '--server-side', '-f', join(folder, 'config/crd/bases'))
  const definition = 'crd/networks.samplecrd.k8s.io'
  // kubectl gives up where the server has not said anything of the definition yet.
  const wait = ['wait', '--for=condition=established', definition]
  const established = () =>
    kubectl(kubeconfigPath, ...wait).then(
      () => true,
      () => false,
    )
  await waitFor('the definition to be served', established, { timeoutMs: 30_000 })
  const client = useClient(context)
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  return name
}

function network(namespace: string, name: string, cidr: string): object {
  return {
    apiVersion: 'samplecrd.k8s.io/v1',
    kind: 'Network',
    metadata: { namespace, name },
    spec: { cidr, gateway: '10.0.0.1' },
  }
}

async function apply(context: TestContext, object: object): Promise<void> {
  const path = join(folder, 'object.json')
  writeFileSync(path, JSON.stringify(object))
  await kubectl(useControlPlane(context).kubeconfigPath, 'apply', '-f', path)
}

async function remove(context: TestContext, namespace: string, name: string): Promise<void> {
  const { kubeconfigPath } = useControlPlane(context)
  await kubectl(kubeconfigPath, 'delete', 'networks.samplecrd.k8s.io', name, '-n', namespace)
}

interface Stage {
  readonly outside: Outside
  readonly namespace: string
  readonly start: (...flags: readonly string[]) => OperatorProcess
}

async function newStage(
  context: TestContext,
  name: string,
  options: StageOptions = {},
): Promise<Stage> {
  const namespace = await newNamespace(context, name)
  const url = await startOutside(options)
  const start = (...flags: readonly string[]): OperatorProcess =>
    new OperatorProcess(context, {
      path: join(folder, 'dist/main.mjs'),
      args: [...flags, '--outside', url],
    })
  return { outside: new Outside(url), namespace, start }
}

/** Waits until the outside has a network as it should be; without a range, until it has none. */
function untilOutside(outside: Outside, key: string, cidr: string | undefined): Promise<boolean> {
  const description = `${key} to be ${cidr ?? 'gone'} outside`
  return waitFor(description, async () => (await outside.get(key))?.cidr === cidr, patience)
}

describe('the network controller', () => {
  test('creates, changes and deletes outside what is created, changed and deleted', async (context) => {
    const { kubeconfigPath, connection } = useControlPlane(context)
    const { outside, namespace, start } = await newStage(context, 'network-life')
    // The kubeconfig leads nowhere, so that --master must.
    const lost = join(folder, 'lost.kubeconfig')
    writeFileSync(lost, renderKubeconfig({ ...connection, server: 'https://127.0.0.1:1' }))
    const controller = start('--kubeconfig', lost, `--master=${connection.server}`)
    await controller.logged('starting workers')

    const sample = join(folder, 'config/samples/network.yaml')
    await kubectl(kubeconfigPath, 'apply', '-n', namespace, '-f', sample)
    const key = `${namespace}/example-network`
    await untilOutside(outside, key, '192.168.0.0/16')
    expect(await outside.get(key)).toEqual({ cidr: '192.168.0.0/16', gateway: '192.168.0.1' })

    await apply(context, network(namespace, 'example-network', '10.0.0.0/8'))
    await untilOutside(outside, key, '10.0.0.0/8')
    const shown = await kubectl(kubeconfigPath, 'get', 'networks', '-n', namespace)
    expect(shown).toMatch(/CIDR +GATEWAY\nexample-network +10\.0\.0\.0\/8 +10\.0\.0\.1/)

    await remove(context, namespace, 'example-network')
    await untilOutside(outside, key, undefined)
    controller.signal('SIGTERM')
    await controller.ended
    expect(controller.exitCode, controller.output).toBe(0)
    expect(controller.output).toContain('workers ended')
  })

  test('mends after a restart what happened meanwhile, and touches nothing else', async (context) => {
    const { kubeconfigPath } = useControlPlane(context)
    const { outside, namespace, start } = await newStage(context, 'network-restart')
    const [kept, changed, gone] = ['kept', 'changed', 'gone'].map((name) => `${namespace}/${name}`)
    for (const name of ['kept', 'changed', 'gone']) {
      await apply(context, network(namespace, name, '10.1.0.0/16'))
    }
    const first = start('--kubeconfig', kubeconfigPath)

    for (const key of [kept, changed, gone]) await untilOutside(outside, String(key), '10.1.0.0/16')
    first.signal('SIGKILL')
    await first.ended

    await remove(context, namespace, 'gone')
    await apply(context, network(namespace, 'changed', '10.2.0.0/16'))
    await apply(context, network(namespace, 'new', '10.3.0.0/16'))
    await outside.delete(String(kept))
    const second = start('--kubeconfig', kubeconfigPath)
    await untilOutside(outside, String(gone), undefined)
    await untilOutside(outside, String(changed), '10.2.0.0/16')
    await untilOutside(outside, `${namespace}/new`, '10.3.0.0/16')
    await untilOutside(outside, String(kept), '10.1.0.0/16')

    // A third run finds all as it should be, and writes nothing.
    second.signal('SIGTERM')
    await second.ended
    const third = start('--kubeconfig', kubeconfigPath)
    await third.logged('starting workers')
    third.signal('SIGTERM')
    await third.ended
    expect(third.output).not.toMatch(/network (?:created|updated|deleted)/)
    expect(third.exitCode).toBe(0)
  })

  test('hears of a deletion that its watch has missed, by a tombstone', async (context) => {
    const { connection } = useControlPlane(context)
    const { outside, namespace, start } = await newStage(context, 'network-tombstone')
    const proxy = await startFaultProxy(connection, { mode: 'tls' })
    onTestFinished(() => proxy.stop())
    const kubeconfig = join(folder, 'proxy.kubeconfig')
    writeFileSync(kubeconfig, renderKubeconfig(proxy.connection))
    await apply(context, network(namespace, 'missed', '10.4.0.0/16'))
    const controller = start('--kubeconfig', kubeconfig)
    await untilOutside(outside, `${namespace}/missed`, '10.4.0.0/16')

    const restore = proxy.inject({ kind: 'refuse' })
    proxy.disconnect()
    await remove(context, namespace, 'missed')
    const expired = { kind: 'Status', apiVersion: 'v1', code: 410, reason: 'Expired' }
    proxy.inject(
      { kind: 'answer', status: 410, body: JSON.stringify({ ...expired, status: 'Failure' }) },
      { only: ({ path }) => path.includes('watch=') && !path.includes('sendInitialEvents'), times: 1 },
    ) // prettier-ignore
    restore()
    await untilOutside(outside, `${namespace}/missed`, undefined)
    await controller.logged('deletion noticed late')
    expect(controller.field('deletion noticed late', 'network')).toBe(`${namespace}/missed`)
  })

  test('tries again what the outside has refused', async (context) => {
    const { kubeconfigPath } = useControlPlane(context)
    const { outside, namespace, start } = await newStage(context, 'network-retry', { refusals: 3 })
    const controller = start('--kubeconfig', kubeconfigPath)
    await apply(context, network(namespace, 'refused', '10.5.0.0/16'))
    await untilOutside(outside, `${namespace}/refused`, '10.5.0.0/16')
    expect(controller.output.match(/sync failed/g)).toHaveLength(3)
  })

  test('says which flags there are, and what is wrong with one', async (context) => {
    const help = new OperatorProcess(context, { path: join(folder, 'dist/main.mjs'), args: ['--help'] }) // prettier-ignore
    await help.ended
    expect(help.output).toMatch(/--kubeconfig[\s\S]*--master[\s\S]*--outside/)
    expect(help.exitCode).toBe(0)
    const wrong = new OperatorProcess(context, { path: join(folder, 'dist/main.mjs'), args: ['--mastr', 'x'] }) // prettier-ignore
    await wrong.ended
    expect(wrong.exitCode).toBe(2)
  })
})
