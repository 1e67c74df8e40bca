import { existsSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { HttpClient } from '../../src/testing/http-client.ts'
import { startControlPlane, waitFor, type ControlPlane } from '../../src/testing/index.ts'
import { useControlPlane } from './provided.ts'

function configMap(name: string): KubernetesObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } }
}

async function names({ client }: ControlPlane): Promise<string[]> {
  const list = await client.list<KubernetesObject>(await client.describe(configMap('x')), {
    namespace: 'default',
    fieldSelector: 'metadata.name!=kube-root-ca.crt',
  })
  return list.items.map(({ metadata }) => metadata.name ?? '')
}

/** Whether the API server answers within a moment. */
async function answers({ connection }: ControlPlane): Promise<boolean> {
  const http = new HttpClient(connection)
  const answered = http.send({ method: 'GET', path: '/readyz' }).then(
    ({ status }) => status === 200,
    () => false,
  )
  const silence = new Promise<false>((resolve) => setTimeout(resolve, 1_000, false))
  const result = await Promise.race([answered, silence])
  http.close()
  return result
}

test('servers are killed, started again on the same port and data, halted and continued', async (context) => {
  useControlPlane(context)
  await using controlPlane = await startControlPlane()
  await controlPlane.client.create(configMap('before'))

  await controlPlane.kill('kube-apiserver')
  await controlPlane.kill('kube-apiserver')
  expect(await answers(controlPlane)).toBe(false)
  await controlPlane.restart('kube-apiserver')
  expect(await names(controlPlane)).toEqual(['before'])

  await controlPlane.pause('kube-apiserver')
  expect(await answers(controlPlane)).toBe(false)
  await controlPlane.continue('kube-apiserver')
  await waitFor('an answer', () => answers(controlPlane), { timeoutMs: 20_000 })

  await controlPlane.restart('etcd')
  await waitFor('an answer', () => answers(controlPlane), { timeoutMs: 20_000 })
  expect(await names(controlPlane)).toEqual(['before'])
})

test('an older copy of the data takes the place of the newer', async (context) => {
  useControlPlane(context)
  await using controlPlane = await startControlPlane()
  const { dataDirectory } = controlPlane
  await controlPlane.client.create(configMap('old'))
  await controlPlane.kill('etcd')
  await cp(dataDirectory, `${dataDirectory}.old`, { recursive: true })
  await controlPlane.restart('etcd')
  await waitFor('an answer', () => answers(controlPlane), { timeoutMs: 20_000 })
  await controlPlane.client.create(configMap('young'))
  expect(await names(controlPlane)).toEqual(['old', 'young'])

  await Promise.all([controlPlane.kill('kube-apiserver'), controlPlane.kill('etcd')])
  await rm(dataDirectory, { recursive: true })
  await cp(`${dataDirectory}.old`, dataDirectory, { recursive: true })
  await controlPlane.restart('etcd')
  await controlPlane.restart('kube-apiserver')
  expect(await names(controlPlane)).toEqual(['old'])
})

test('a server that is halted ends with the control plane', async (context) => {
  useControlPlane(context)
  const controlPlane = await startControlPlane()
  await controlPlane.pause('etcd')
  await controlPlane.stop()
  expect(existsSync(controlPlane.dataDirectory)).toBe(false)
  await controlPlane.continue('etcd')
  await controlPlane.terminate('etcd')
})
