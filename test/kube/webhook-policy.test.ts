import { execa } from 'execa'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { renderYaml } from '../../src/manifest/render-yaml.ts'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { createApi, createWebhook, projectFolder } from '../cli/project-folder.ts'
import { runKops } from '../cli/run-kops.ts'
import { findKubectl, kustomize } from './kubectl.ts'
import { useControlPlane } from './provided.ts'
import type { TreeObject } from './tree-references.ts'

/** One JSON patch and what it is about. */
type Attempt = readonly [title: string, operations: readonly object[]]

const add = (path: string, value: unknown): object => ({ op: 'add', path, value })
const replace = (path: string, value: unknown): object => ({ op: 'replace', path, value })

/** A webhook that sees every Secret of the cluster. */
const otherWebhook = {
  name: 'secrets.example.org',
  admissionReviewVersions: ['v1'],
  sideEffects: 'None',
  clientConfig: { url: 'https://example.org/all' },
  rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['secrets'] }],
}

const ofMetadata: readonly Attempt[] = [
  ['labels', [add('/metadata/labels', { a: 'b' })]],
  ['annotations', [add('/metadata/annotations', { a: 'b' })]],
  ['finalizers', [add('/metadata/finalizers', ['example.org/never'])]],
  [
    'ownerReferences',
    [
      add('/metadata/ownerReferences', [
        {
          apiVersion: 'v1',
          kind: 'Namespace',
          name: 'gone',
          uid: '1b0a6d0e-0000-4000-8000-000000000000',
        },
      ]),
    ],
  ],
]

const ofConfiguration: readonly Attempt[] = [
  ...ofMetadata,
  ['url', [replace('/webhooks/0/clientConfig', { url: 'https://example.org/all' })]],
  ['the name of the Service', [replace('/webhooks/0/clientConfig/service/name', 'other')]],
  [
    'the namespace of the Service',
    [replace('/webhooks/0/clientConfig/service/namespace', 'other')],
  ],
  ['the path of the Service', [replace('/webhooks/0/clientConfig/service/path', '/other')]],
  ['the port of the Service', [add('/webhooks/0/clientConfig/service/port', 8443)]],
  ['rules', [replace('/webhooks/0/rules', otherWebhook.rules)]],
  ['an operation', [add('/webhooks/0/rules/0/operations/-', 'DELETE')]],
  ['failurePolicy', [replace('/webhooks/0/failurePolicy', 'Ignore')]],
  ['matchPolicy', [replace('/webhooks/0/matchPolicy', 'Exact')]],
  ['namespaceSelector', [add('/webhooks/0/namespaceSelector', { matchLabels: { a: 'b' } })]],
  ['objectSelector', [add('/webhooks/0/objectSelector', { matchLabels: { a: 'b' } })]],
  [
    'matchConditions',
    [add('/webhooks/0/matchConditions', [{ name: 'never', expression: 'false' }])],
  ],
  ['timeoutSeconds', [replace('/webhooks/0/timeoutSeconds', 30)]],
  ['the name of a webhook', [replace('/webhooks/0/name', 'other.example.org')]],
  ['one webhook more', [add('/webhooks/-', otherWebhook)]],
  ['one webhook before the others', [add('/webhooks/0', otherWebhook)]],
  ['one webhook less', [{ op: 'remove', path: '/webhooks/0' }]],
  ['no webhooks', [{ op: 'remove', path: '/webhooks' }]],
]

const conversion = '/spec/conversion/webhook'

const ofDefinition: readonly Attempt[] = [
  ...ofMetadata,
  ['url', [replace(`${conversion}/clientConfig`, { url: 'https://example.org/all' })]],
  ['the name of the Service', [replace(`${conversion}/clientConfig/service/name`, 'other')]],
  ['the path of the Service', [replace(`${conversion}/clientConfig/service/path`, '/other')]],
  ['the port of the Service', [replace(`${conversion}/clientConfig/service/port`, 8443)]],
  [
    'conversionReviewVersions',
    [replace(`${conversion}/conversionReviewVersions`, ['v1', 'v1beta1'])],
  ],
  ['the strategy', [replace('/spec/conversion', { strategy: 'None' })]],
  ['no conversion', [{ op: 'remove', path: '/spec/conversion' }]],
  ['the schema', [add('/spec/versions/0/schema/openAPIV3Schema/description', 'other')]],
  ['a version that is served', [replace('/spec/versions/1/served', false)]],
  ['short names', [add('/spec/names/shortNames', ['other'])]],
]

interface Target {
  readonly resource: string
  readonly name: string
  readonly attempts: readonly Attempt[]
  readonly bundlePath: string
}

/** A project whose manager keeps its own certificate, and the overlay that is applied. */
async function deployedTree(lines: string): Promise<TreeObject[]> {
  const folder = await projectFolder({ 'project-name': 'guarded' })
  for (const version of ['v1', 'v2']) {
    await createApi(folder, { group: 'guarded', version, controller: 'false' })
  }
  const sorts = ['--defaulting', '--programmatic-validation', '--conversion', '--spoke=v2']
  const run = await createWebhook(folder, sorts, { group: 'guarded' })
  expect(run.exitCode, run.stderr).toBe(0)
  const edit = await runKops(['edit', '--certificates', 'csr'], { directory: folder })
  expect(edit.exitCode, edit.stderr).toBe(0)
  const overlay = join(dirname(folder), 'overlay')
  mkdirSync(overlay)
  writeFileSync(
    join(overlay, 'kustomization.yaml'),
    `resources: [../fleet/config/default]\n${lines}\n`,
  )
  return (await kustomize(overlay)) as TreeObject[]
}

function targetsOf(objects: readonly TreeObject[], isFull: boolean): Target[] {
  return objects.flatMap(({ kind, metadata: { name = '' } }) => {
    const isDefinition = kind === 'CustomResourceDefinition'
    if (!isDefinition && !kind.endsWith('WebhookConfiguration')) return []
    const bundlePath = isDefinition
      ? `${conversion}/clientConfig/caBundle`
      : '/webhooks/0/clientConfig/caBundle'
    const attempts = isDefinition ? ofDefinition : ofConfiguration
    return [
      {
        resource: kind.toLowerCase(),
        name,
        attempts: isFull ? attempts : attempts.slice(-1),
        bundlePath,
      },
    ]
  })
}

/** kubectl with the rights of an administrator, or of the account that is named. */
interface Cluster {
  readonly run: (line: readonly string[], input?: string) => Promise<string>
  /** Resolves to the API server's refusal, empty where it accepts. */
  readonly patch: (target: Target, operations: readonly object[]) => Promise<string>
}

async function connect(context: TestContext, account?: string): Promise<Cluster> {
  const { kubeconfigPath } = useControlPlane(context)
  const program = await findKubectl()
  const as = account === undefined ? [] : [`--as=${account}`]
  const start = [`--kubeconfig=${kubeconfigPath}`, ...as]
  const run = async (line: readonly string[], input = ''): Promise<string> => {
    const { stdout } = await execa(program, [...start, ...line], { input })
    return stdout
  }
  const patch = async (
    { resource, name }: Target,
    operations: readonly object[],
  ): Promise<string> => {
    const line = [
      'patch',
      resource,
      name,
      '--type=json',
      '--dry-run=server',
      '-p',
      JSON.stringify(operations),
    ]
    const { exitCode, stderr } = await execa(program, [...start, ...line], { reject: false })
    return exitCode === 0 ? '' : stderr
  }
  return { run, patch }
}

/** Any authority, as PEM in base64. */
function readBundle(context: TestContext): string {
  const [document] = parseYaml(readFileSync(useControlPlane(context).kubeconfigPath, 'utf8'))
  if (document === undefined) return ''
  const { clusters } = document.value as unknown as {
    clusters: { cluster: { 'certificate-authority-data': string } }[]
  }
  return clusters[0]?.cluster['certificate-authority-data'] ?? ''
}

const isGuard = ({ kind }: TreeObject): boolean => kind.startsWith('ValidatingAdmissionPolicy')
const render = (objects: readonly TreeObject[]): string =>
  objects.map((each) => renderYaml(each as unknown as JsonValue)).join('---\n')

// The names are what an overlay changes: one patch of each object is enough there.
describe.each([
  { lines: '', isFull: true },
  { lines: 'namespace: team\nnamePrefix: a-\nnameSuffix: -x', isFull: false },
])('in the overlay $lines', ({ lines, isFull }) => {
  test('the manager changes caBundle, and nothing else of what calls its webhooks', async (context) => {
    const admin = await connect(context)
    const objects = await deployedTree(lines)
    const account = objects.find(({ kind }) => kind === 'ServiceAccount')?.metadata
    const manager = await connect(
      context,
      `system:serviceaccount:${account?.namespace}:${account?.name}`,
    )
    const apply = ['apply', '--server-side', '--force-conflicts', '-f', '-']
    onTestFinished(async () => {
      await admin.run(['delete', '--ignore-not-found', '--wait=false', '-f', '-'], render(objects))
    })
    await admin.run(apply, render(objects.filter((each) => !isGuard(each))))
    const targets = targetsOf(objects, isFull)
    expect(targets).toHaveLength(3)

    // Without the policy the right to patch is a right to change everything.
    for (const target of targets) {
      for (const [title, operations] of target.attempts) {
        expect(await manager.patch(target, operations), `${target.resource}: ${title}`).toBe('')
      }
    }

    await admin.run(apply, render(objects.filter(isGuard)))
    const [first] = targets as [Target]
    const probe = [add('/metadata/labels', { probe: 'true' })]
    await expect.poll(() => manager.patch(first, probe), { timeout: 60_000 }).toContain('denied')
    for (const target of targets) {
      for (const [title, operations] of target.attempts) {
        const refusal = await manager.patch(target, operations)
        expect(refusal, `${target.resource}: ${title}`).toContain('the manager may change caBundle')
        expect(await admin.patch(target, operations), `${target.resource}: ${title}`).toBe('')
      }
      const bundle = readBundle(context)
      expect(bundle).not.toBe('')
      expect(await manager.patch(target, [add(target.bundlePath, bundle)])).toBe('')
    }

    // The guard itself is out of its reach.
    for (const { kind, metadata } of objects.filter(isGuard)) {
      for (const verb of ['create', 'update', 'patch', 'delete']) {
        const question = ['auth', 'can-i', verb, `${kind.toLowerCase()}/${metadata.name}`]
        const answer = manager.run(question).catch(({ stdout }) => String(stdout))
        expect(await answer, `${verb} ${kind}`).toBe('no')
      }
    }
  })
})
