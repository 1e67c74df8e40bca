import { expect, test } from 'vitest'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { generatePackage } from '../markers/generate-package.ts'
import { readSpec } from '../schema/read-widget.ts'

/*
 * Inputs on which other generators of manifests have failed. test/cases/README.md lists the kinds of fault.
 */

test('texts that look like numbers stay texts in the file', async () => {
  const { output } = await generatePackage({
    v1: `// +groupName=faults.my.domain
      import type { CustomResource } from 'kops'
      export interface Widget extends CustomResource { spec: { k: '1' | '01' | '1e3' | 'no' } }`,
  })
  const lines = output.match(/^ +- "?\w+"?$/gm)?.map((line) => line.trim())
  expect(lines).toEqual(expect.arrayContaining(['- "1"', '- "01"', '- "1e3"', '- "no"']))
})

const awkward = `First line: has colon, #hash, "quotes", 'single', \\back, {{ .Values.x }}, \${y}, <b>, é😀, tab\there.
- [ ] list
    code: block

More.`

const commented = `  /**
${awkward.replaceAll(/^/gm, '   * ')}
   * ---
   * internal only
   * TODO: remove
   */
  a: string`

test.for([
  ['line feeds', commented],
  ['CRLF', commented.replaceAll('\n', '\r\n')],
  ['blanks at ends of lines', commented.replaceAll('\n', '  \n')],
])('a description is the text of its comment, with %s', async ([, lines]) => {
  const { spec } = await readSpec(lines ?? '')
  expect(spec.properties?.['a']?.description).toBe(awkward)
})

test('a description survives the file', async () => {
  const { output } = await generatePackage({
    v1: `// +groupName=faults.my.domain
import type { CustomResource } from 'kops'
export interface Widget extends CustomResource { spec: {
${commented}
} }`,
  })
  const documents = parseYaml(output)
  expect(documents).toHaveLength(1)
  expect(JSON.stringify(documents[0]?.value)).toContain(JSON.stringify(awkward))
})

const fig = (...markers: readonly string[]): string => `// +groupName=demo.example.com
import type { CustomResource } from 'kops'
${markers.map((marker) => `// +kubebuilder:${marker}\n`).join('')}export interface Fig extends CustomResource { spec: { a: string } }
`

test.for([
  [{ v1: fig(), v10: fig() }, ['kube/no-storage-version']],
  [{ v1: fig('storageversion'), v10: fig('storageversion') }, ['kube/two-storage-versions']],
  [
    { v1: fig('storageversion', 'resource:shortName=f'), v2: fig('resource:shortName=fg') },
    ['kube/versions-differ'],
  ],
  [{ V1: fig() }, ['kube/no-version']],
  [{ 1: fig() }, ['kube/no-version']],
  [{ v1_0: fig() }, ['kube/no-version']],
] as const)('versions that do not fit are told: %#', async ([texts, codes]) => {
  expect((await generatePackage({ ...texts })).codes).toEqual(codes)
})

test('versions stand in their order of priority', async () => {
  const names = ['v1alpha1', 'v1', 'v10', 'v1beta1', 'v1beta2']
  const texts = names.map((name) => [name, name === 'v1' ? fig('storageversion') : fig()] as const)
  const { output, codes } = await generatePackage(Object.fromEntries(texts))
  expect(codes).toEqual([])
  expect(parseYaml(output)[0]?.value).toMatchObject({
    spec: { versions: ['v10', 'v1', 'v1beta2', 'v1beta1', 'v1alpha1'].map((name) => ({ name })) },
  })
})

test('permissions are merged without becoming more, and roles of namespaces have own names', async () => {
  const rbac = (text: string): string => `// +kubebuilder:rbac:${text}\n`
  const { output, codes } = await generatePackage({
    v1: [
      rbac('groups=core,resources=events,verbs=create;patch'),
      rbac('groups="",resources=events,verbs=patch;get'),
      rbac('groups=apps,resources=deployments;deployments/status;deployments/scale,verbs=get'),
      rbac('groups=apps,resources=deployments,resourceNames=web,verbs=delete'),
      rbac('groups=apps,resources=deployments,verbs=list,namespace=infra'),
      rbac('groups="",resources=secrets,verbs=get,namespace=users'),
      rbac('urls=/metrics,verbs=get'),
      rbac('groups=*,resources=*,verbs=*'),
      'export {}',
    ].join(''),
  })
  expect(codes).toEqual(['rbac/wildcard'])
  const roles = parseYaml(output).map(({ value }) => value)
  const deployments = ['deployments', 'deployments/scale', 'deployments/status']
  expect(roles.filter((each) => JSON.stringify(each).includes('"rules"'))).toMatchObject([
    {
      kind: 'ClusterRole',
      metadata: { name: 'manager-role' },
      rules: expect.arrayContaining([
        { apiGroups: [''], resources: ['events'], verbs: ['create', 'get', 'patch'] },
        { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
        { apiGroups: ['apps'], resources: deployments, verbs: ['get'] },
        {
          apiGroups: ['apps'],
          resourceNames: ['web'],
          resources: ['deployments'],
          verbs: ['delete'],
        },
        { nonResourceURLs: ['/metrics'], verbs: ['get'] },
      ]),
    },
    { kind: 'Role', metadata: { name: 'manager-role-infra', namespace: 'infra' } },
    { kind: 'Role', metadata: { name: 'manager-role-users', namespace: 'users' } },
  ])
})
