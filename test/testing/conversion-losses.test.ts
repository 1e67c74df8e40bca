import { describe, expect, test } from 'vitest'
import { findConversionLosses } from '../../src/testing/index.ts'
import { keepOriginal, readOriginal, withoutOriginals } from '../../src/runtime/index.ts'
import { scratchFolder } from '../cli/run-kops.ts'

const schema = `
        type: object
        required: [spec]
        properties:
          apiVersion: {type: string}
          kind: {type: string}
          metadata: {type: object}
          spec:
            type: object
            required: [image, replicas]
            properties:
              image: {type: string, pattern: '^[a-z]+$'}
              replicas: {type: integer, minimum: 1, maximum: 9}
              color: {type: string, enum: [red, blue]}
              ports:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties: {name: {type: string}, port: {type: integer}}
`

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: ship.example.org
  names: {kind: Frigate}
  scope: Namespaced
  versions:
  - name: v1
    schema:
      openAPIV3Schema:${schema}`

function definitionFile(): string {
  return `${scratchFolder({ 'crd.yaml': definition })}/crd.yaml`
}

interface Frigate {
  apiVersion: string
  kind: string
  metadata: { name?: string; uid?: string; annotations?: Record<string, string> }
  spec: {
    image: string
    replicas: number
    color?: string
    ports?: { name: string; port?: number }[]
  }
}

const same = (object: Frigate): Frigate => object

describe('findConversionLosses()', () => {
  test('finds none where there is none', async () => {
    const trip = { version: 'v1', there: same, back: same }
    expect(await findConversionLosses(definitionFile(), trip)).toEqual({})
  })

  test('names each field that is lost or changed, in lists and in metadata too', async () => {
    const there = ({ spec, metadata, ...object }: Frigate): Frigate => {
      const { color: _, ...rest } = spec
      const ports = spec.ports?.map(({ name }) => ({ name }))
      const { uid: _uid, ...kept } = metadata
      const replicas = spec.replicas === 9 ? 8 : spec.replicas
      return { ...object, metadata: kept, spec: { ...rest, replicas, ...(ports && { ports }) } }
    }
    const losses = await findConversionLosses(definitionFile(), {
      version: 'v1',
      there,
      back: same,
    })
    expect(Object.keys(losses).toSorted()).toEqual([
      'metadata.uid',
      'spec.color',
      'spec.ports[].port',
      'spec.replicas',
    ])
    expect(losses['spec.replicas']).toEqual({ before: 9, after: 8 })
    expect(losses['spec.color']?.before).toMatch(/^(red|blue)$/)
    expect(losses['spec.color']?.after).toBeUndefined()
  })

  test('finds what is made up on the way, and a list that came back in another order', async () => {
    const back = (object: Frigate): Frigate => {
      const ports = object.spec.ports?.toReversed()
      return { ...object, spec: { color: 'red', ...object.spec, ...(ports && { ports }) } }
    }
    const losses = await findConversionLosses(definitionFile(), {
      version: 'v1',
      there: same,
      back,
    })
    expect(Object.keys(losses)).toEqual(expect.arrayContaining(['spec.color', 'spec.ports[].name']))
    expect(losses['spec.color']).toEqual({ before: undefined, after: 'red' })
  })

  test('sees no loss in a conversion that keeps the original, nor in what it writes into its own object', async () => {
    const apiVersion = 'ship.example.org/v1'
    const there = (hub: Frigate): Frigate => {
      const { color: _, ...spec } = hub.spec
      return keepOriginal({ ...hub, apiVersion: 'ship.example.org/v2', spec }, hub)
    }
    const back = (spoke: Frigate): Frigate => {
      const color = readOriginal<Frigate>(spoke, apiVersion)?.spec?.color
      const metadata = withoutOriginals(spoke.metadata)
      const spec = { ...spoke.spec, ...(color !== undefined && { color }) }
      spoke.spec.image = 'changed'
      return { ...spoke, apiVersion, metadata, spec }
    }
    expect(await findConversionLosses(definitionFile(), { version: 'v1', there, back })).toEqual({})
  })

  test('says for which object a conversion throws, and which version a CRD lacks', async () => {
    const there = (): Frigate => {
      throw new TypeError('no')
    }
    const file = definitionFile()
    const thrown = findConversionLosses(file, { version: 'v1', there, back: same })
    await expect(thrown).rejects.toThrow(/throws for \{"apiVersion":"ship\.example\.org\/v1"/)
    const absent = findConversionLosses(file, { version: 'v2', there: same, back: same })
    await expect(absent).rejects.toThrow('has no version v2')
  })
})
