import { execa } from 'execa'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import {
  startControlPlane,
  StatusError,
  waitFor,
  type ControlPlane,
} from '../../src/testing/index.ts'
import { renderSigningRequest } from '../../src/runtime/certificates/signing-request.ts'
import { useControlPlane } from './provided.ts'

const patience = { timeoutMs: 60_000 }
let scratch: string
let controlPlane: ControlPlane | undefined

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'kops-controllers-'))
  process.env['TMPDIR'] = scratch
})

afterAll(async () => {
  await controlPlane?.stop()
  expect(readdirSync(scratch)).toEqual([])
  await rm(scratch, { recursive: true })
})

/** One control plane with controllers for all tests of this file; it is started by the first. */
async function useControllers(
  context: Parameters<typeof useControlPlane>[0],
): Promise<ControlPlane> {
  useControlPlane(context)
  controlPlane ??= await startControlPlane({ controllers: true })
  return controlPlane
}

const labels = { app: 'shop' }

function deployment(name: string): KubernetesObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace: 'default' },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'shop', image: 'registry.example/shop:1' }] },
      },
    },
  }
}

async function read(
  { client }: ControlPlane,
  object: KubernetesObject,
): Promise<KubernetesObject | undefined> {
  const { name = '', namespace } = object.metadata
  try {
    return await client.get(await client.describe(object), { name, namespace })
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'NotFound') return undefined
    throw error
  }
}

describe('startControlPlane({ controllers: true })', () => {
  test('a Deployment becomes ready, and its Pods go with it', async (context) => {
    const started = await useControllers(context)
    await started.client.create(deployment('shop'))
    await waitFor(
      'the Deployment to become ready',
      async () => {
        const status = (await read(started, deployment('shop')))?.['status']
        return (status as { readyReplicas?: number } | undefined)?.readyReplicas === 2
      },
      patience,
    )
    await started.client.delete(deployment('shop'))
    const pods = await started.client.describe({ apiVersion: 'v1', kind: 'Pod', metadata: {} })
    await waitFor(
      'the Pods to be collected',
      async () => (await started.client.list(pods, { namespace: 'default' })).items.length === 0,
      patience,
    )
  })

  test('a deleted namespace goes, with all that is in it', async (context) => {
    const started = await useControllers(context)
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'passing' } }
    const inside = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'inside', namespace: 'passing' },
    }
    await started.client.create(namespace)
    await started.client.create(inside)
    await started.client.delete(namespace)
    await waitFor(
      'the namespace to go',
      async () => (await read(started, namespace)) === undefined,
      patience,
    )
    context.expect(await read(started, inside)).toBeUndefined()
  })

  test('what a deleted object owned is collected', async (context) => {
    const started = await useControllers(context)
    const metadata = { name: 'owner', namespace: 'default' }
    const owner = await started.client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata })
    const owned = {
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: {
        name: 'owned',
        namespace: 'default',
        ownerReferences: [
          {
            apiVersion: 'v1',
            kind: 'ConfigMap',
            name: 'owner',
            uid: (owner.metadata as { uid?: string }).uid ?? '',
          },
        ],
      },
    }
    await started.client.create(owned)
    context.expect(await read(started, owned)).toBeDefined()
    await started.client.delete(owner)
    await waitFor(
      'the dependent to be collected',
      async () => (await read(started, owned)) === undefined,
      patience,
    )
  })

  test('an approved certificate request is signed', async (context) => {
    const started = await useControllers(context)
    const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const request = {
      apiVersion: 'certificates.k8s.io/v1',
      kind: 'CertificateSigningRequest',
      metadata: { name: 'jane' },
      spec: {
        request: Buffer.from(
          renderSigningRequest(keys.privateKey, { commonName: 'jane' }),
        ).toString('base64'),
        signerName: 'kubernetes.io/kube-apiserver-client',
        usages: ['client auth'],
      },
    }
    const created = await started.client.create(request)
    const conditions = [{ type: 'Approved', status: 'True', reason: 'Test', message: 'by a test' }]
    await started.client.update({ ...created, status: { conditions } }, { subresource: 'approval' })
    const certificate = await waitFor(
      'the certificate to be signed',
      async () => {
        const status = (await read(started, request))?.['status']
        return (status as { certificate?: string } | undefined)?.certificate
      },
      patience,
    )
    context.expect(Buffer.from(certificate, 'base64').toString()).toContain('BEGIN CERTIFICATE')
  })

  test('a program that was not asked for cannot be restarted', async (context) => {
    useControlPlane(context)
    await using plain = await startControlPlane()
    await context.expect(plain.kill('kwok')).rejects.toThrow('kwok was not started')
    const folder = dirname(plain.dataDirectory)
    const running = (await listCommandLines()).filter((line) => line.includes(folder))
    // The shell that watches over them names the folder too.
    const servers = running.filter((line) => !/^(\/bin\/)?sh /.test(line))
    context.expect(servers).toHaveLength(2)
  })
})

/** What runs on this machine. Small images of Linux have no ps, and other systems have no /proc. */
async function listCommandLines(): Promise<readonly string[]> {
  if (!existsSync('/proc/self/cmdline')) {
    return (await execa('ps', ['-eo', 'args'])).stdout.split('\n')
  }
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  // A process may end meanwhile.
  const read = (id: string): Promise<string> =>
    readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
  return (await Promise.all(processes.map(read))).map((line) => line.replaceAll('\0', ' '))
}
