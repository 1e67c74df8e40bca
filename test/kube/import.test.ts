import { describe, expect, onTestFinished, test } from 'vitest'
import { renderJson } from '../../src/apimachinery/json-text.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { readCrds } from '../../src/generators/import/read-crds.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { crdText } from '../conformance/build-crd.ts'
import { frigates, withSpec } from '../generators/import/frigates.ts'
import { reportedCodes, runKops } from '../cli/run-kops.ts'
import { useClient, useControlPlane } from './provided.ts'

const path =
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?dryRun=All&fieldValidation=Strict'

/** Changes of one place that both kops and the API server have to judge. */
const changes: readonly (readonly [title: string, from: string | RegExp, to: string])[] = [
  ['nothing', '', ''],
  ['no scope', '  scope: Namespaced\n', ''],
  ['an unknown scope', 'Namespaced', 'Global'],
  ['no group', '  group: ship.example.org\n', ''],
  ['a group without a dot', /ship\.example\.org/g, 'ship'],
  ['a plural with a capital', /frigates/g, 'Frigates'],
  ['a kind that begins with a digit', 'kind: Frigate', 'kind: 1Frigate'],
  ['a list kind that is the kind', '    kind:', '    listKind: Frigate\n    kind:'],
  ['a short name with a space', '    kind:', '    shortNames: [a b]\n    kind:'],
  ['a category with a capital', '    kind:', '    categories: [All]\n    kind:'],
  ['another name', 'frigates.ship', 'ships.ship'],
  ['no version', /  versions:[^]*/, '  versions: []\n'],
  ['a version with a capital', 'name: v1\n', 'name: V1\n'],
  ['a version that is none of Kubernetes', 'name: v1\n', 'name: stable\n'],
  [
    'a version twice',
    '  versions:\n',
    '  versions:\n  - {name: v1, served: true, storage: false, schema: {openAPIV3Schema: {type: object}}}\n',
  ],
  [
    'two stored versions',
    '  versions:\n',
    '  versions:\n  - {name: v2, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}\n',
  ],
  ['no stored version', 'storage: true', 'storage: false'],
  ['no served version', 'served: true', 'served: false'],
  ['no schema', /    schema:[^]*/, ''],
  ['an unknown field', '  scope:', '  scop: x\n  scope:'],
  ['a string for a boolean', 'served: true', 'served: "yes"'],
  ['unknown fields kept by the old word', '  scope:', '  preserveUnknownFields: true\n  scope:'],
  ['an unknown strategy', '  scope:', '  conversion: {strategy: Some}\n  scope:'],
  [
    'a webhook without a client',
    '  scope:',
    '  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1]}}\n  scope:',
  ],
  [
    'a webhook without versions',
    '  scope:',
    '  conversion: {strategy: Webhook, webhook: {clientConfig: {url: "https://a.example"}}}\n  scope:',
  ],
  [
    'a webhook at two places',
    '  scope:',
    '  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {url: "https://a.example", service: {name: a, namespace: b}}}}\n  scope:',
  ],
  [
    'a service without a name',
    '  scope:',
    '  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: {namespace: b}}}}\n  scope:',
  ],
  [
    'a webhook that is right',
    '  scope:',
    '  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {service: {name: a, namespace: b}}}}\n  scope:',
  ],
  [
    'a column without a path',
    '    schema:',
    '    additionalPrinterColumns: [{name: A, type: string}]\n    schema:',
  ],
  [
    'a column',
    '    schema:',
    '    additionalPrinterColumns: [{name: A, type: string, jsonPath: .spec.a}]\n    schema:',
  ],
]

/** Schemas of a field that both have to judge. */
const schemas: readonly string[] = [
  '{}',
  '{type: object}',
  '{type: strin}',
  '{type: array}',
  '{type: array, items: {}}',
  '{type: array, items: [{type: string}]}',
  '{type: array, items: {type: string}, uniqueItems: true}',
  '{type: array, items: {type: string}, uniqueItems: false}',
  '{type: object, properties: {a: {description: none}}}',
  '{type: object, additionalProperties: {}}',
  '{type: object, additionalProperties: true}',
  '{type: object, additionalProperties: false}',
  '{type: object, additionalProperties: {type: string}, properties: {a: {type: string}}}',
  '{type: object, additionalProperties: false, properties: {a: {type: string}}}',
  '{type: object, patternProperties: {a: {type: string}}}',
  '{type: object, $ref: "#/a"}',
  '{type: object, definitions: {a: {type: string}}}',
  '{type: object, dependencies: {a: [b]}}',
  '{type: object, id: a}',
  '{type: object, x-kubernetes-preserve-unknown-fields: true}',
  '{x-kubernetes-preserve-unknown-fields: true}',
  '{x-kubernetes-preserve-unknown-fields: false}',
  '{x-kubernetes-int-or-string: true}',
  '{type: string, x-kubernetes-int-or-string: true}',
  '{type: integer, x-kubernetes-int-or-string: true}',
  '{type: object, x-kubernetes-int-or-string: true}',
  '{x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: string}]}',
  '{x-kubernetes-int-or-string: true, anyOf: [{type: string}, {type: integer}]}',
  '{x-kubernetes-int-or-string: true, allOf: [{anyOf: [{type: integer}, {type: string}]}, {pattern: a}]}',
  '{x-kubernetes-int-or-string: true, allOf: [{pattern: a}, {anyOf: [{type: integer}, {type: string}]}]}',
  '{x-kubernetes-int-or-string: true, x-kubernetes-preserve-unknown-fields: true}',
  '{x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}',
  '{type: object, x-kubernetes-embedded-resource: true}',
  '{type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true}',
  '{type: object, x-kubernetes-embedded-resource: true, properties: {spec: {type: object}}}',
  '{type: object, oneOf: [{required: [a]}]}',
  '{type: object, oneOf: [{type: object}]}',
  '{type: object, not: {description: x}}',
  '{type: object, allOf: [{default: {}}]}',
  '{type: object, anyOf: [{title: x}]}',
  '{type: object, anyOf: [{nullable: true}]}',
  '{type: object, anyOf: [{additionalProperties: {pattern: a}}]}',
  '{type: object, anyOf: [{properties: {a: {pattern: b}}}]}',
  '{type: object, properties: {a: {type: string}}, anyOf: [{properties: {a: {pattern: b}}}]}',
  '{type: object, properties: {a: {type: string}}, anyOf: [{properties: {a: {type: string}}}]}',
  '{type: object, properties: {a: {type: string}}, allOf: [{not: {properties: {b: {pattern: b}}}}]}',
  '{type: object, additionalProperties: {type: string}, anyOf: [{properties: {a: {pattern: b}}}]}',
  '{type: object, x-kubernetes-preserve-unknown-fields: true, anyOf: [{properties: {a: {pattern: b}}}]}',
  '{type: array, items: {type: string}, anyOf: [{items: {pattern: a}}]}',
  '{type: array, items: {type: object}, anyOf: [{items: {properties: {a: {pattern: b}}}}]}',
]

const cases: readonly (readonly [title: string, text: string])[] = [
  ...changes.map(([title, from, to]) => [title, frigates.replace(from, to)] as const),
  ...schemas.map((schema) => [schema, withSpec(schema)] as const),
]

describe('kops judges a definition as the API server does', () => {
  test.for(cases)('%s', async ([, text], context) => {
    const client = useClient(context)
    const body = renderJson(parseYaml(text)[0]?.value)
    const { status, body: answer } = await client.raw({ method: 'POST', path, body })
    const sink = new DiagnosticSink()
    readCrds([{ path: 'crd.yaml', text }], sink)
    const errors = sink.diagnostics.filter(({ severity }) => severity === 'error')
    const told = errors.map(({ code, message }) => `${code}: ${message}`).join('\n')
    expect(errors.length === 0, `${told}\n${answer}`).toBe(status === 201)
  })
})

describe('kops generate types --from cluster', () => {
  test('gives the types of what a cluster has, by group and by name', async (context) => {
    const { kubeconfigPath } = useControlPlane(context)
    const client = useClient(context)
    for (const kind of ['ImportedBarge', 'ImportedTug']) {
      const crd = JSON.parse(crdText({ kind }).replaceAll('fleet.example', 'import.example'))
      await client.apply(crd)
      onTestFinished(() => client.delete(crd))
    }
    const flags = ['--kubeconfig', kubeconfigPath, '--output', 'api', '--dry-run']
    const argv = ['generate', 'types', '--from', 'cluster', ...flags]
    const all = await runKops([...argv, '--group', 'import.example.org'])
    expect(all.exitCode, all.stderr).toBe(0)
    expect(all.stdout).toContain('interface ImportedBarge extends')
    expect(all.stdout).toContain('interface ImportedTug extends')
    const one = await runKops([...argv, '--name', 'importedtugs.import.example.org'])
    expect(one.stdout).toContain('interface ImportedTug extends')
    expect(one.stdout).not.toContain('ImportedBarge')
  })

  test('says that a context is not there', async (context) => {
    const { kubeconfigPath } = useControlPlane(context)
    const flags = ['--kubeconfig', kubeconfigPath, '--context', 'none', '--output', 'api']
    const run = await runKops(['generate', 'types', '--from', 'cluster', ...flags])
    expect(reportedCodes(run), run.stderr).toEqual(['crd/unreadable'])
    expect(run.stderr).toContain('none')
  })
})
