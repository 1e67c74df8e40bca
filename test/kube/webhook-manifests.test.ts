import { readFile } from 'node:fs/promises'
import { describe, expect, test, type TestContext } from 'vitest'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { buildWebhookConfigurations } from '../../src/generators/webhook.ts'
import { StatusError, type Writable } from '../../src/testing/index.ts'
import { marker } from '../generators/marker-literal.ts'
import { readObjects } from '../oracle/controller-gen.ts'
import { useClient } from './provided.ts'

/*
 * Webhook configurations before the API server: it takes what kops writes, and refuses what kops refuses.
 */

const cases = ['webhooks', 'webhooks-beyond']

test.for(cases)('the configurations of case %s are taken', async (name, context) => {
  const path = `test/cases/generate/${name}/want/manifests.yaml`
  const objects = readObjects(await readFile(path, 'utf8'))
  const configurations = objects.filter(({ kind }) => kind.endsWith('WebhookConfiguration'))
  expect(configurations).toHaveLength(2)
  for (const each of configurations) expect(await ask(context, each)).toBe('taken')
})

const complete = {
  path: '/validate',
  mutating: false,
  failurePolicy: 'fail',
  sideEffects: 'None',
  groups: ['apps.my.domain'],
  resources: ['tunnels'],
  verbs: ['create'],
  versions: ['v1'],
  name: 'vtunnel.my.domain',
  admissionReviewVersions: ['v1'],
}

type Values = Readonly<Record<string, JsonValue>>

/** Values of one argument, some of which are right. */
const tries: readonly (readonly [argument: string, values: readonly JsonValue[]])[] = [
  ['path', ['/', '/a', '/a/', '/a/b-c.d', '//', '/a//b', '/A', '/a_b', 'a', '/a?b', '/-a']],
  ['url', ['https://a', 'https://a:1/b', 'http://a', 'https://a?b', 'https://u@a', 'https://a#b']],
  ['name', ['a.b.c', 'a.b', 'A.b.c', 'a.b.c.', 'a_b.c.d']],
  ['groups', [['a', 'b'], ['*'], ['*', 'a'], [], ['core', 'apps']]],
  ['versions', [['v1', 'v2'], ['*'], ['*', 'v1'], []]],
  ['verbs', [['create', 'delete'], ['*'], ['*', 'create'], []]],
  [
    'resources',
    [
      ['a', 'b'],
      ['*'],
      ['*/*'],
      ['a/*', 'b/*'],
      ['*', 'a/b'],
      ['*', '*/b'],
      ['a', 'a/*'],
      ['*', 'a'],
      ['*/*', 'a'],
      ['*/*', '*'],
      ['a/*', 'a/b'],
      ['*/b', 'a/b'],
      ['a/*', '*/b'],
      [],
    ],
  ],
  ['scope', ['*', 'Cluster', 'Namespaced']],
  ['objectSelector', ['a', '!a', 'a=b', 'a=b,a=c', 'a in (b,c)', 'a!=', '/a', 'a=b_', 'A/b=c']],
  ['namespaceSelector', ['', 'a/b in (c)', 'a notin (-)']],
] // prettier-ignore

const asked = tries.flatMap(([argument, values]) =>
  values.map((value) => [`${argument}=${JSON.stringify(value)}`, argument, value] as const),
)

describe('kops and the API server agree on a webhook with', () => {
  test.concurrent.for(asked)('%s', async ([, argument, value], context) => {
    const { path, ...rest } = complete
    const values =
      argument === 'url' ? { ...rest, url: value } : { path, ...rest, [argument]: value }
    const { object, isRefused } = build(values)
    context.expect(await ask(context, object)).toBe(isRefused ? 'refused' : 'taken')
  })
})

const conditions = [
  ['a', 'true'],
  ['a.b/c', 'object.metadata.name == "x"'],
  ['a b', 'true'],
  ['a', 'object.spec. &&'],
  ['a', 'authorizer.group("").resource("pods").check("get").allowed()'],
] as const

test.for(conditions)('the API server judges the condition %s: %s as kops does', async ([name, expression], context) => {
  const { object, isRefused } = build(complete, { webhook: complete.name, name, expression })
  const isNoExpression = expression.endsWith('&&')
  expect(await ask(context, object)).toBe(isRefused || isNoExpression ? 'refused' : 'taken')
}) // prettier-ignore

function build(values: Values, condition?: Values): { object: Writable; isRefused: boolean } {
  const sink = new DiagnosticSink()
  const markers = {
    webhooks: [marker('kubebuilder:webhook', values)],
    configurations: [],
    companions: condition === undefined ? [] : [marker('kops:webhook:matchCondition', condition)],
  }
  const [object] = buildWebhookConfigurations(markers, {}, sink)
  return { object: object as unknown as Writable, isRefused: sink.hasErrors }
}

/** What the server says to a configuration, which it does not keep. */
async function ask(context: TestContext, object: Writable): Promise<string> {
  try {
    await useClient(context).create(object, { dryRun: true, fieldValidation: 'Strict' })
    return 'taken'
  } catch (error) {
    if (error instanceof StatusError && error.reason === 'Invalid') return 'refused'
    throw error
  }
}
