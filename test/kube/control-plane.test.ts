import { execa } from 'execa'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomResourceDefinition } from '../../src/apimachinery/custom-resource-definition.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import {
  ControlPlaneError,
  ManifestError,
  ProgramsNotFoundError,
  RestClient,
  startControlPlane,
  StatusError,
  waitFor,
  type Connection,
} from '../../src/testing/index.ts'
import { kubectl } from './kubectl.ts'
import { useClient, useControlPlane } from './provided.ts'

const scratch = mkdtempSync(join(tmpdir(), 'kops-test-'))

beforeAll(() => {
  process.env['TMPDIR'] = scratch
})

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true })
})

describe('startControlPlane()', () => {
  test('starts several at once, and stop() leaves nothing', async (context) => {
    useControlPlane(context)
    const [one, two] = await Promise.all([startControlPlane(), startControlPlane()])
    context.expect(one.connection.server).not.toBe(two.connection.server)
    const created = await one.client.create(configMap('only-in-one'))
    context.expect(created.metadata.uid).toBeTypeOf('string')
    await context
      .expect(
        two.client.get(await two.client.describe(configMap('x')), {
          name: 'only-in-one',
          namespace: 'default',
        }),
      )
      .rejects.toMatchObject({ reason: 'NotFound', code: 404 })
    await Promise.all([one.stop(), two.stop()])
    await one.stop()
    context.expect(leftovers()).toEqual([])
    await context.expect(one.client.raw({ method: 'GET', path: '/readyz' })).rejects.toThrow()
  })

  test('ends with the process that started it, even when that is killed', async (context) => {
    useControlPlane(context)
    const child = execa(process.execPath, [await buildStarter()], {
      env: { TMPDIR: scratch },
      reject: false,
    })
    const connection = JSON.parse(await firstLine(child.stdout)) as Connection
    const client = new RestClient(connection)
    context
      .expect(await client.raw({ method: 'GET', path: '/readyz' }))
      .toMatchObject({ status: 200 })
    context.expect(leftovers()).toHaveLength(1)
    child.kill('SIGKILL')
    await child
    const isGone = (): Promise<boolean> => Promise.resolve(leftovers().length === 0)
    await waitFor('the files to be removed', isGone, { timeoutMs: 20_000 })
    await context.expect(client.raw({ method: 'GET', path: '/readyz' })).rejects.toThrow()
  })

  test('shows the end of the log of a server that does not start', async (context) => {
    useControlPlane(context)
    const start = startControlPlane({ flags: { 'kube-apiserver': { 'no-such-flag': 1 } } })
    await context.expect(start).rejects.toBeInstanceOf(ControlPlaneError)
    await context.expect(start).rejects.toThrow('unknown flag: --no-such-flag')
    context.expect(leftovers()).toEqual([])
  })

  test('tries other ports where one is taken, and gives up in the end', async (context) => {
    useControlPlane(context)
    const server = createServer()
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    })
    const flags = { etcd: { 'listen-peer-urls': `http://127.0.0.1:${port}` } }
    await context.expect(startControlPlane({ flags })).rejects.toThrow('address already in use')
    server.close()
  })

  test('takes flags, users and definitions', async (context) => {
    useControlPlane(context)
    await using controlPlane = await startControlPlane({
      flags: { 'kube-apiserver': { 'runtime-config': 'batch/v1=false', 'allow-privileged': null } },
      crds: [definition('tools', 'options.kube.kops.dev')],
    })
    await context
      .expect(controlPlane.client.describe({ apiVersion: 'batch/v1', kind: 'Job', metadata: {} }))
      .rejects.toMatchObject({ reason: 'NotFound' })
    const tool = { apiVersion: 'options.kube.kops.dev/v1', kind: 'Tools', metadata: { name: 'a' } }
    await controlPlane.client.create(tool)
    const user = new RestClient(controlPlane.addUser('jane', ['staff']))
    const review = await user.create({
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
      metadata: {},
    })
    context.expect(review).toMatchObject({
      status: { userInfo: { username: 'jane', groups: ['staff', 'system:authenticated'] } },
    })
    await context
      .expect(user.create(configMap('denied')))
      .rejects.toMatchObject({ reason: 'Forbidden', code: 403 })
    user.close()
  })

  test('says what was looked for where there are no programs', async () => {
    const start = startControlPlane({
      build: false,
      environment: { XDG_CACHE_HOME: scratch, XDG_DATA_HOME: scratch },
    })
    const error = await start.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ProgramsNotFoundError)
    expect(error).toMatchObject({
      programs: ['etcd', 'kube-apiserver'],
      searched: [
        { place: 'KUBEBUILDER_ASSETS', finding: 'not set' },
        { place: join(scratch, 'kubebuilder-envtest/k8s') },
        { place: join(scratch, 'kops/control-plane') },
        { place: 'building from Go modules', finding: 'not wanted' },
      ],
    })
  })
})

test('kubectl gets in by the kubeconfig', async (context) => {
  const { kubeconfigPath } = useControlPlane(context)
  const answer = await kubectl(
    kubeconfigPath,
    'auth',
    'whoami',
    '-o',
    'jsonpath={.status.userInfo.username}',
  )
  context.expect(answer).toBe('kops-admin')
})

describe('RestClient', () => {
  test('applies, reads, lists, replaces and deletes', async (context) => {
    const client = useClient(context)
    const first = await client.apply({ ...configMap('verbs'), data: { a: '1' } })
    await client.apply({ ...configMap('verbs'), data: { b: '2' } }, { fieldManager: 'other' })
    const descriptor = await client.describe(configMap('verbs'))
    const both = await client.get<KubernetesObject>(descriptor, {
      name: 'verbs',
      namespace: 'default',
    })
    context.expect(both['data']).toEqual({ a: '1', b: '2' })
    const list = await client.list(descriptor, {
      namespace: 'default',
      fieldSelector: 'metadata.name=verbs',
    })
    context.expect(list.items).toHaveLength(1)
    await context
      .expect(client.update({ ...first, metadata: { ...first.metadata, resourceVersion: '1' } }))
      .rejects.toMatchObject({ reason: 'Conflict', code: 409 })
    await client.delete(configMap('verbs'))
    await context
      .expect(client.delete(configMap('verbs')))
      .rejects.toMatchObject({ reason: 'NotFound' })
  })

  test('tells field by field what the server refuses', async (context) => {
    const invalid = { ...configMap('invalid'), data: { 'not a key': '' } }
    const error = await useClient(context)
      .create(invalid)
      .catch((reason: unknown) => reason)
    context.expect(error).toBeInstanceOf(StatusError)
    context
      .expect(error)
      .toMatchObject({ reason: 'Invalid', causes: [{ field: 'data[not a key]' }] })
  })

  test('does nothing on a dry run, and refuses unknown fields where told to', async (context) => {
    const client = useClient(context)
    const stray = { ...configMap('dry'), stray: true }
    await client.create(stray, { dryRun: true })
    await context.expect(client.delete(stray)).rejects.toMatchObject({ reason: 'NotFound' })
    await context
      .expect(client.create(stray, { dryRun: true, fieldValidation: 'Strict' }))
      .rejects.toMatchObject({ reason: 'BadRequest' })
  })
})

describe('install()', () => {
  test('fails where the names are taken', async (context) => {
    useControlPlane(context)
    await using controlPlane = await startControlPlane()
    const { client } = controlPlane
    await controlPlane.install([definition('first', 'names.kube.kops.dev')])
    const rival = definition('second', 'names.kube.kops.dev')
    rival.spec.names.kind = 'First'
    await context.expect(controlPlane.install([rival])).rejects.toBeInstanceOf(ManifestError)
    context
      .expect(
        await client.describe({
          apiVersion: 'names.kube.kops.dev/v1',
          kind: 'First',
          metadata: {},
        }),
      )
      .toMatchObject({
        plural: 'first',
      })
  })
})

function configMap(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } }
}

function definition(plural: string, group: string): CustomResourceDefinition {
  const kind = plural[0]?.toUpperCase() + plural.slice(1)
  const schema = { openAPIV3Schema: { type: 'object' } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural, singular: plural },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
}

/** Folders of control planes that are still there. */
function leftovers(): string[] {
  return readdirSync(scratch).filter((name) => name.startsWith('kops-control-plane'))
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line
  throw new Error('the program wrote nothing')
}

/** A program that starts a control plane, prints how to reach it, and never ends. */
async function buildStarter(): Promise<string> {
  const { build } = await import('esbuild')
  const outfile = join(scratch, 'starter.mjs')
  const entry = fileURLToPath(new URL('../../src/testing/index.ts', import.meta.url))
  await build({
    stdin: {
      contents: `import { startControlPlane } from ${JSON.stringify(entry)}
        const controlPlane = await startControlPlane({ build: false })
        console.log(JSON.stringify(controlPlane.connection))
        setInterval(() => {}, 1000)`,
      resolveDir: scratch,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    define: {
      'import.meta.url': JSON.stringify(
        new URL('../../src/testing/index.ts', import.meta.url).href,
      ),
    },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  return outfile
}
