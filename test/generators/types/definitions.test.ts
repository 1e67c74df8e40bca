import { expect, test } from 'vitest'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../../../src/apimachinery/custom-resource-definition.ts'
import { widgetWithField, roundTrip, writtenTypes } from './round-trip.ts'

/*
 * What a definition says around its schemas.
 */

const plain = widgetWithField({ type: 'string' })
const [version] = plain.spec.versions

function withVersions(
  ...versions: readonly Partial<CustomResourceDefinitionVersion>[]
): CustomResourceDefinition {
  const all = versions.map((each) => ({ ...version, ...each }) as CustomResourceDefinitionVersion)
  return { ...plain, spec: { ...plain.spec, versions: all } }
}

function withSpec(spec: Partial<CustomResourceDefinition['spec']>): CustomResourceDefinition {
  return { ...plain, spec: { ...plain.spec, ...spec } }
}

function withNames(
  names: Partial<CustomResourceDefinition['spec']['names']>,
): CustomResourceDefinition {
  const crd = withSpec({ names: { ...plain.spec.names, ...names } })
  return { ...crd, metadata: { name: `${crd.spec.names.plural}.${crd.spec.group}` } }
}

const webhook = (clientConfig: object): Partial<CustomResourceDefinition['spec']> => ({
  conversion: {
    strategy: 'Webhook',
    webhook: { clientConfig, conversionReviewVersions: ['v1', 'v1beta1'] },
  },
})

const definitions: Readonly<Record<string, CustomResourceDefinition>> = {
  'a scope': withSpec({ scope: 'Cluster' }),
  'short names and categories': withNames({ shortNames: ['w', 'wd'], categories: ['all', 'own'] }),
  'another plural': withNames({ plural: 'widgetry' }),
  'another singular': withNames({ singular: 'wid' }),
  'another kind of list': withNames({ listKind: 'WidgetCollection' }),
  'annotations and labels of any value': {
    ...plain,
    metadata: {
      name: plain.metadata.name,
      annotations: {
        'controller-gen.kubebuilder.io/version': 'v0.21.0',
        'a.example.com/json': '[{"a": "b;c,d"}]\n',
        'a.example.com/equals': 'a=b',
        'a.example.com/empty': '',
        description: 'it`s "any" \\ text',
      },
      labels: { app: 'widgets', empty: '', 'a.example.com/part': 'x_y.z' },
    },
  },
  'an approved group': {
    ...plain,
    metadata: {
      name: 'widgets.demo.k8s.io',
      annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/pull/1' },
    },
    spec: { ...plain.spec, group: 'demo.k8s.io' },
  },
  'versions by priority': withVersions(
    { name: 'v2', storage: true },
    { name: 'v1', storage: false },
    { name: 'v1beta1', storage: false },
  ),
  'versions by name': withVersions(
    { name: 'v1', storage: false },
    { name: 'v1alpha1', storage: false, served: false },
    { name: 'v1beta1', storage: true },
  ),
  'versions that are none of Kubernetes': withVersions(
    { name: 'stable', storage: true },
    { name: 'edge', storage: false },
  ),
  'a version that is not served': withVersions({ served: false }),
  'a deprecated version': withVersions({ deprecated: true }),
  'a deprecated version with a warning': withVersions({
    deprecated: true,
    deprecationWarning: 'use "v2", please',
  }),
  'the status subresource': withVersions({ subresources: { status: {} } }),
  'no subresource in so many words': withVersions({ subresources: {} }),
  'scale along paths that the schema has not': withVersions({
    subresources: {
      status: {},
      scale: {
        specReplicasPath: '.spec.replicas',
        statusReplicasPath: '.status.replicas',
        labelSelectorPath: '.status.selector',
      },
    },
  }),
  columns: withVersions({
    additionalPrinterColumns: [
      { name: 'Field, "quoted"', type: 'string', jsonPath: '.spec.field', description: 'a\nb' },
      {
        name: 'Ready',
        type: 'string',
        jsonPath: `.status.conditions[?(@.type=="Ready")].status`,
        priority: 1,
      },
      { name: 'Age', type: 'date', format: 'date-time', jsonPath: '.metadata.creationTimestamp' },
    ],
  }),
  'a column that leads nowhere': withVersions({
    additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
  }),
  'selectable fields': withVersions({ selectableFields: [{ jsonPath: '.spec.field' }] }),
  'conversion by a service': withSpec(
    webhook({
      service: { name: 'hooks', namespace: 'my-system', path: '/convert-it', port: 8443 },
      caBundle: 'Cg==',
    }),
  ),
  'conversion by a service without a path': withSpec(
    webhook({ service: { name: 'webhook-service', namespace: 'system' } }),
  ),
  'conversion by a URL': withSpec(webhook({ url: 'https://hooks.example.com:8443/convert,it' })),
}

test.for(Object.entries(definitions))('keeps %s', async ([, crd]) => {
  const { crds, errors } = await roundTrip([crd])
  expect(errors).toEqual([])
  expect(crds).toEqual([crd])
})

test('a folder is the first label of the group, or the group where two share it', () => {
  const group = (name: string, kind: string): CustomResourceDefinition => ({
    ...withNames({ kind }),
    spec: { ...withNames({ kind }).spec, group: name },
  })
  const crds = [
    group('apps.example.com', 'A'),
    group('apps.example.org', 'B'),
    group('data.example.com', 'C'),
  ]
  const folders = Object.keys(writtenTypes(crds)).map((path) =>
    path.split('/').slice(0, 2).join('/'),
  )
  expect([...new Set(folders)]).toEqual(['apps.example.com/v1', 'apps.example.org/v1', 'data/v1'])
})

test('kinds of one version are in one folder, each in a file of its own', () => {
  const crds = ['Widget', 'Index', 'WIDGET', 'GroupVersion'].map((kind) => withNames({ kind }))
  expect(Object.keys(writtenTypes(crds)).toSorted()).toEqual([
    'demo/v1/groupversion-2.ts',
    'demo/v1/groupversion.ts',
    'demo/v1/index-2.ts',
    'demo/v1/index.ts',
    'demo/v1/widget-2.ts',
    'demo/v1/widget.ts',
    'demo/v1/zz_generated.descriptors.ts',
  ])
})

test('without markers a folder takes no part in `kops manifests`', async () => {
  const files = writtenTypes([plain], false)
  expect(files['demo/v1/groupversion.ts']).toContain('// +kubebuilder:skip\n')
  expect(files['demo/v1/widget.ts']).not.toMatch(/^\s*\/\/ \+/m)
})
