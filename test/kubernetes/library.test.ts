import { describe, expect, it, test } from 'vitest'
import { builtInResources } from '../../src/kubernetes/facts.ts'
import {
  libraryEnumValues,
  libraryPropertySchema,
  librarySchema,
  libraryTypeNames,
} from '../../src/kubernetes/library.ts'

const core = 'kops/kubernetes/core/v1'
const plain = { embeddedMetadata: false, descriptions: false }
const described = { embeddedMetadata: false, descriptions: true }

describe('librarySchema()', () => {
  test.for([
    ['Int32', { type: 'integer', format: 'int32' }],
    ['Int64', { type: 'integer', format: 'int64' }],
    ['Integer', { type: 'integer' }],
    ['Float', { type: 'number', format: 'float' }],
    ['Double', { type: 'number', format: 'double' }],
    ['Bytes', { type: 'string', format: 'byte' }],
    ['Time', { type: 'string', format: 'date-time' }],
    ['MicroTime', { type: 'string', format: 'date-time' }],
    ['Duration', { type: 'string' }],
    ['ObjectMeta', { type: 'object' }],
    ['JsonValue', { 'x-kubernetes-preserve-unknown-fields': true }],
    ['RawExtension', { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }],
  ] as const)('gives %s of the entry its schema', ([name, schema]) => {
    expect(librarySchema({ module: 'kops', name }, plain)).toEqual(schema)
  })

  it('writes int-or-string in the one order that the server takes', () => {
    expect(librarySchema({ module: 'kops', name: 'IntOrString' }, plain)).toEqual({
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      'x-kubernetes-int-or-string': true,
    })
  })

  it('has no schema for what is no type, or no type of its own', () => {
    const names = [
      { module: 'kops', name: 'CustomResource' },
      { module: 'kops', name: 'constructor' },
      { module: core, name: 'toString' },
      { module: core, name: 'Podd' },
      { module: 'kops/kubernetes/nothing/v1', name: 'Pod' },
    ]
    expect(names.map((name) => librarySchema(name, plain))).toEqual(names.map(() => undefined))
  })

  it('expands references, with the words and the default of the field', () => {
    const ports = librarySchema({ module: core, name: 'Container' }, described)?.properties?.[
      'ports'
    ]
    expect(ports?.['x-kubernetes-list-map-keys']).toEqual(['containerPort', 'protocol'])
    expect(ports?.items?.properties?.['protocol']).toMatchObject({ type: 'string', default: 'TCP' })
    expect(ports?.description).toMatch(/^List of ports to expose from the container\./)
    expect(ports?.items?.description).toMatch(/^ContainerPort represents/)
  })

  it('keeps the names of an embedded ObjectMeta where asked', () => {
    const template = { module: core, name: 'PodTemplateSpec' }
    const kept = librarySchema(template, { ...plain, embeddedMetadata: true })
    expect(librarySchema(template, plain)?.properties?.['metadata']).toEqual({ type: 'object' })
    expect(Object.keys(kept?.properties?.['metadata']?.properties ?? {})).toEqual([
      'annotations',
      'finalizers',
      'labels',
      'name',
      'namespace',
    ])
  })

  it('gives one shared object for one question', () => {
    const pod = { module: core, name: 'PodSpec' }
    expect(librarySchema(pod, plain)).toBe(librarySchema({ ...pod }, { ...plain }))
  })
})

it('libraryPropertySchema() gives what a field says, not only its type', () => {
  const protocol = libraryPropertySchema({ module: core, name: 'ContainerPort' }, 'protocol', plain)
  expect(protocol).toEqual({ type: 'string', default: 'TCP' })
})

it('libraryEnumValues() lists the constants of an enumerated string', () => {
  expect(libraryEnumValues({ module: core, name: 'PullPolicy' })).toEqual([
    'Always',
    'IfNotPresent',
    'Never',
  ])
  expect(libraryEnumValues({ module: core, name: 'PodSpec' })).toBeUndefined()
})

it('libraryTypeNames() names what a module exports, for suggestions', () => {
  expect(libraryTypeNames(core)).toContain('PodTemplateSpec')
  expect(libraryTypeNames('kops')).toContain('Quantity')
  expect(libraryTypeNames('kops/kubernetes/nope/v1')).toEqual([])
})

it('builtInResources() knows the resources that the server of the release serves', () => {
  const deployments = builtInResources()['apps/v1']?.find((each) => each.kind === 'Deployment')
  expect(deployments).toMatchObject({
    plural: 'deployments',
    namespaced: true,
    subresources: ['scale', 'status'],
  })
  expect(builtInResources()['/v1']?.find((each) => each.kind === 'Node')?.namespaced).toBe(false)
})
