import { test } from 'vitest'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import { useRuntimeClient } from './cluster.ts'

interface ConfigMap extends KubernetesObject {
  data: Record<string, string>
}

const ConfigMap: ResourceDescriptor<ConfigMap> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  subresources: [],
}

test('server-side apply stores every character as it was', async (context) => {
  const { client } = useRuntimeClient(context)
  const ranges = [
    [0x00, 0x2ff],
    [0x2000, 0x2070],
    [0xfe00, 0xffff],
    [0x1f380, 0x1f390],
  ] as const
  const data = Object.fromEntries(
    ranges.map(([first, last]) => [
      `from-${first}`,
      String.fromCodePoint(
        ...Array.from({ length: last - first + 1 }, (_, index) => first + index),
      ),
    ]),
  )
  const applied = await client.apply(
    ConfigMap,
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'every-character', namespace: 'default' },
      data,
    },
    { force: true },
  )
  context.expect(applied.data).toEqual(data)
})
