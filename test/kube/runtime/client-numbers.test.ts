import fc from 'fast-check'
import { describe, test } from 'vitest'
import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import { parseJson, renderJson } from '../../../src/apimachinery/json-text.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { useClient } from '../provided.ts'
import { useRuntimeClient } from './cluster.ts'
import { freeFormDefinition } from './free-form-kind.ts'
import { installCustomResourceDefinitions } from '../../../src/testing/index.ts'

const group = 'numbers.client.kops.dev'
const Thing = { group, version: 'v1', kind: 'Thing' }
const thing = (name: string, spec: unknown): KubernetesObject => ({
  apiVersion: `${group}/v1`,
  kind: 'Thing',
  metadata: { name, namespace: 'default' },
  spec,
})

const numbers =
  '{"big":9007199254740993,"edge":[9223372036854775807,-9223372036854775808],"huge":100000000000000000000,"small":1e-7,"ratio":0.1,"wide":1e+21,"zero":0,"text":"9007199254740993"}'

describe('numbers', () => {
  test('are the same byte for byte after get, update, patch, apply, list and watch', async (context) => {
    const { client, requester } = useRuntimeClient(context)
    const { expect } = context
    await installCustomResourceDefinitions(useClient(context), [freeFormDefinition(group)])
    const key = { namespace: 'default', name: 'numbers' }
    const path = `/apis/${group}/v1/namespaces/default/things/numbers`
    const specOnServer = async (): Promise<string> => {
      const text = await requester.text({ method: 'GET', path })
      return text.slice(text.indexOf('"spec":') + '"spec":'.length, -2)
    }
    const spec = parseJson(numbers)
    const created = await client.create(Thing, thing('numbers', spec))
    const sorted = await specOnServer()
    for (const number of numbers.match(/-?\d[\d.e+-]*(?=[,\]}])/g) ?? []) {
      expect(sorted).toContain(number)
    }
    const events = client.watch(Thing, {
      ...key,
      resourceVersion: created.metadata.resourceVersion,
    })
    const read = await client.get(Thing, key)
    expect(renderJson((read as KubernetesObject)['spec'])).toBe(sorted)
    await client.update(Thing, { ...(read as KubernetesObject), touched: 1 } as KubernetesObject)
    expect(await specOnServer()).toContain('"wide":1e+21')
    const patched = {
      type: 'merge',
      value: { spec: (read as KubernetesObject)['spec'] as object },
    } as const
    await client.patch(Thing, key, patched)
    await client.apply(Thing, thing('numbers', (read as KubernetesObject)['spec']), { force: true })
    const listed = await client.list<KubernetesObject>(Thing, { namespace: 'default' })
    expect(renderJson(listed.items[0]?.['spec'])).toBe(sorted)
    for await (const event of events) {
      expect(renderJson((event.object as KubernetesObject)['spec'])).toBe(sorted)
      break
    }
    await client.delete(Thing, key)
  })

  test('of any size come back as they were sent', async (context) => {
    const { client } = useRuntimeClient(context)
    await installCustomResourceDefinitions(useClient(context), [freeFormDefinition(group)])
    const number = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((each) => !Object.is(each, -0)),
    )
    const property = fc.asyncProperty(
      fc.array(number, { minLength: 20, maxLength: 60 }),
      async (list) => {
        const sent = thing('any', { list })
        const answer = await client.create(Thing, sent, { dryRun: true })
        context
          .expect(renderJson(answer['spec']))
          .toBe(renderJson(parseJson(renderJson(sent['spec']))))
      },
    )
    await fc.assert(property, { numRuns: 25 })
  })

  test('that JSON cannot carry are refused with their path, before anything is sent', async (context) => {
    const { client } = useRuntimeClient(context)
    const { expect } = context
    const spoilt = thing('spoilt', { ratios: [1, Number.NaN] })
    await expect(client.create(Thing, spoilt)).rejects.toThrow('spec.ratios[1] holds NaN')
    const patch = { type: 'merge', value: { spec: { a: { b: Infinity } } } } as const
    const key = { namespace: 'default', name: 'spoilt' }
    await expect(client.patch(Thing, key, patch)).rejects.toThrow('spec.a.b holds Infinity')
  })
})

test('an object that is larger than etcd takes is refused at once', async (context) => {
  const codes: number[] = []
  const { client } = useRuntimeClient(context, {
    wrapTransport: (transport) => ({
      send: async (request) => {
        const response = await transport.send(request)
        codes.push(response.status)
        return response
      },
      dropIdle: () => transport.dropIdle(),
      close: () => transport.close(),
    }),
  })
  await installCustomResourceDefinitions(useClient(context), [freeFormDefinition(group)])
  await client.describe(Thing)
  codes.length = 0
  const large = thing('large', { text: 'x'.repeat(1_700_000) })
  await context.expect(client.create(Thing, large)).rejects.toThrow('too large')
  context.expect(codes).toEqual([500])
})

test('a definition is sent as it stands, and read as it was sent', async (context) => {
  const { client } = useRuntimeClient(context)
  const definition = awkwardDefinition()
  const Definition = await useClient(context).describe(definition)
  await client.apply(Definition, definition)
  const read = await client.get(Definition, { name: definition.metadata.name ?? '' })
  context.expect(read?.spec.versions[0]?.schema).toEqual(definition.spec.versions[0]?.schema)
  context
    .expect((read as KubernetesObject | undefined)?.metadata.creationTimestamp)
    .toBeTypeOf('string')
  await client.delete(Definition, { name: definition.metadata.name ?? '' })
})

/** Everything that a typed model of schemas tends to rename or to drop. */
function awkwardDefinition(): CustomResourceDefinition {
  const definition = freeFormDefinition('awkward.client.kops.dev')
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      required: ['spec'],
      properties: {
        spec: {
          type: 'object',
          'x-kubernetes-validations': [{ rule: 'self.port != 7', message: 'not seven' }],
          properties: {
            port: { 'x-kubernetes-int-or-string': true, default: 80 },
            mode: { type: 'string', enum: ['a', 'b'], default: 'a', not: { enum: ['c'] } },
            anything: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
            $ref: { type: 'string' },
            list: {
              type: 'array',
              'x-kubernetes-list-type': 'map',
              'x-kubernetes-list-map-keys': ['name'],
              items: {
                type: 'object',
                required: ['name'],
                properties: { name: { type: 'string' } },
              },
            },
            limit: { type: 'integer', format: 'int64', default: 9007199254740993n },
          },
        },
      },
    },
  }
  const [version] = definition.spec.versions
  const versions = [
    { ...version, schema },
  ] as unknown as CustomResourceDefinition['spec']['versions']
  return { ...definition, spec: { ...definition.spec, versions } }
}
