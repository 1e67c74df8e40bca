import { execa } from 'execa'
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest'
import { StatusError, startTestManager, type TestManager } from '../../../src/testing/index.ts'
import { findKubectl } from '../kubectl.ts'
import {
  ApplicationKind,
  versions,
  type ApplicationV1,
  type ApplicationV1Alpha1,
  type Version,
} from './application.ts'

/*
 * An API of three versions behind `startTestManager`: defaulted, validated and converted by webhooks that the API
 * server calls.
 */

const kind = new ApplicationKind('application.webhooks.kops.dev')
let world: TestManager | undefined

beforeAll(async () => {
  world = await startTestManager({
    crds: [kind.definition('v1alpha1')],
    webhooks: kind.configurations(),
    setup: (manager) => kind.serve(manager),
  })
})

afterAll(() => world?.stop())

function useWorld(context: TestContext): TestManager {
  return world ?? context.skip('no control plane on this machine')
}

const metadata = (name: string) => ({ name, namespace: 'default' })

function application(version: Version, name: string, spec: object): ApplicationV1 {
  const apiVersion = `${kind.group}/${version}`
  return { apiVersion, kind: 'Application', metadata: metadata(name), spec } as ApplicationV1
}

const image = { repository: 'shop', tag: '1.2' }
const whole = { image, replicas: 3, ports: [80, 443], budget: 9007199254740993n }

describe('conversion', () => {
  test.for([
    ['v1', whole],
    ['v1beta1', { image, replicas: 3 }],
    ['v1alpha1', { image: 'shop:1.2', replicas: 3 }],
  ] as const)('keeps an object that is written as %s', async ([version, spec], context) => {
    const { client } = useWorld(context)
    const name = `written-as-${version}`
    const written = await client.create(
      kind.descriptor<ApplicationV1>(version),
      application(version, name, spec),
    )
    expect(written.spec).toEqual(spec)
    const read = await client.get(kind.descriptor<ApplicationV1>(version), metadata(name))
    expect(read?.spec).toEqual(spec)
    expect(read?.apiVersion).toBe(`${kind.group}/${version}`)
  })

  test('loses nothing on the way through every version, 64-bit numbers included', async (context) => {
    const { client } = useWorld(context)
    const hub = kind.descriptor<ApplicationV1>('v1')
    await client.create(hub, application('v1', 'around', whole))
    // Read as each version and written back, with one change, it is still the object that it was.
    for (const [index, version] of versions.entries()) {
      const descriptor = kind.descriptor<ApplicationV1>(version)
      const read = await client.get(descriptor, metadata('around'))
      if (read === undefined) throw new Error(`no object as ${version}`)
      await client.update(descriptor, { ...read, spec: { ...read.spec, replicas: 4 + index } })
      const after = await client.get(hub, metadata('around'))
      expect(after?.spec, version).toEqual({ ...whole, replicas: 4 + index })
      expect(after?.metadata.annotations ?? {}).toEqual({})
      expect(after?.metadata.uid).toBe(read.metadata.uid)
    }
  })

  test('keeps the count, the order and the identity of a list', async (context) => {
    const { client } = useWorld(context)
    const alpha = kind.descriptor<ApplicationV1Alpha1>('v1alpha1')
    for (const index of Array(20).keys()) {
      await client.create(kind.descriptor<ApplicationV1>('v1'), {
        ...application('v1', `listed-${index}`, { ...whole, replicas: index }),
        metadata: { ...metadata(`listed-${index}`), labels: { listed: 'yes' } },
      })
    }
    const lists = await Promise.all(
      versions.map((version) =>
        client.list(kind.descriptor<ApplicationV1>(version), { labelSelector: 'listed=yes' }),
      ),
    )
    const identities = lists.map(({ items }) =>
      items.map(({ metadata: { name, uid } }) => `${name} ${uid}`),
    )
    expect(identities[0]).toHaveLength(20)
    expect(identities[1]).toEqual(identities[0])
    expect(identities[2]).toEqual(identities[0])
    const { items } = await client.list(alpha, { labelSelector: 'listed=yes', limit: 7 })
    expect(items.map(({ spec }) => spec.image)).toEqual(Array(7).fill('shop:1.2'))
  })
})

describe('admission', () => {
  test('fills in what is left open before it validates, whatever the version', async (context) => {
    const { client } = useWorld(context)
    const alpha = kind.descriptor<ApplicationV1Alpha1>('v1alpha1')
    const { spec } = await client.create(alpha, {
      ...application('v1alpha1', 'defaulted', {}),
      spec: { image: 'shop:', replicas: 1 },
    })
    expect(spec.image).toBe('shop:latest')
    const hub = kind.descriptor<ApplicationV1>('v1')
    const open = application('v1', 'open', { image: { repository: 'shop', tag: '' }, replicas: 1 })
    expect(await client.create(hub, open)).toMatchObject({
      spec: { image: { tag: 'latest' }, ports: [80] },
    })
  })

  test('refuses with the field, the reason and the value', async (context) => {
    const { client } = useWorld(context)
    const hub = kind.descriptor<ApplicationV1>('v1')
    const wrong = application('v1', 'wrong', {
      image: { repository: '', tag: 'a' },
      replicas: 101,
      ports: [],
    })
    const error = await client.create(hub, wrong).catch((reason: unknown) => reason)
    if (!(error instanceof StatusError)) throw new Error('the server took it', { cause: error })
    expect(error.reason).toBe('Invalid')
    expect(error.causes).toMatchObject([
      { field: 'spec.image.repository', reason: 'FieldValueRequired' },
      { field: 'spec.replicas', reason: 'FieldValueInvalid' },
    ])
    expect(error.message).toContain('spec.replicas: Invalid value: 101: at most 100')
  })

  test('warns whoever writes with kubectl', async (context) => {
    const { controlPlane, client } = useWorld(context)
    const hub = kind.descriptor<ApplicationV1>('v1')
    await client.create(hub, application('v1', 'warned', { ...whole, budget: 1 }))
    const patch = JSON.stringify({ spec: { image: { tag: 'latest' } } })
    const line = ['patch', kind.name, 'warned', '--type=merge', '-p', patch]
    const env = { KUBECONFIG: controlPlane.kubeconfigPath }
    const { stdout, stderr } = await execa(await findKubectl(), line, { env })
    expect(stdout).toContain('patched')
    expect(stderr).toBe('Warning: the tag `latest` moves')
  })
})
