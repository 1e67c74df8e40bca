import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, type TestContext } from 'vitest'
import { renderYaml } from '../../../src/manifest/render-yaml.ts'
import {
  configurationTarget,
  conversionTarget,
  type AuthorityTarget,
} from '../../../src/runtime/certificates/authority-target.ts'
import { AuthorityTargets } from '../../../src/runtime/certificates/authority-targets.ts'
import { systemClock } from '../../../src/runtime/clock/system-clock.ts'
import { createClient } from '../../../src/runtime/client/create-client.ts'
import { CertificateAuthority, toClusterConnection } from '../../../src/testing/index.ts'
import { scratchFolder } from '../../cli/run-kops.ts'
import { silentLogger } from '../../runtime/log/silent-logger.ts'
import { kubectl } from '../kubectl.ts'
import { useControlPlane } from '../provided.ts'

const service = { name: 'webhook-service', namespace: 'fleet-system' }
const signal = new AbortController().signal
const page = readFileSync('docs/certificates.md', 'utf8')

/** A command of the page with other names. */
function pageCommand(start: string, names: Readonly<Record<string, string>>): string[] {
  const line = page.split('\n').find((each) => each.startsWith(`kubectl ${start}`)) ?? ''
  const renamed = Object.entries(names).reduce((text, [from, to]) => text.replace(from, to), line)
  return renamed
    .split(' ')
    .slice(1)
    .map((word) => word.replaceAll("'", ''))
}

function useTargets(context: TestContext, target: AuthorityTarget) {
  const { connection, kubeconfigPath } = useControlPlane(context)
  const connected = createClient(toClusterConnection(connection))
  onTestFinished(() => connected.close())
  const options = { client: connected.client, clock: systemClock, logger: silentLogger }
  const targets = new AuthorityTargets([target], options)
  const folder = scratchFolder()
  return {
    run: (...line: string[]) => kubectl(kubeconfigPath, ...line),
    /** Applies an object as deployments do. */
    apply: (object: Parameters<typeof renderYaml>[0]) => {
      const path = join(folder, 'object.yaml')
      writeFileSync(path, renderYaml(object))
      return kubectl(kubeconfigPath, 'apply', '--server-side', '-f', path)
    },
    /** Tells it of an authority; gives what it holds then. */
    tell: async (authorities: string): Promise<readonly (string | undefined)[]> => {
      await targets.tell(authorities, await targets.read(signal), signal)
      targets.throwFailures()
      const object = await connected.client.get(target.resource, { name: target.name })
      return object === undefined ? [] : target.bundlesIn(object)
    },
  }
}

const { certificate } = new CertificateAuthority('webhook-authorities')
const bundle = Buffer.from(certificate).toString('base64')

test('a webhook that has gone is taken away as the page says, and the others stay told', async (context) => {
  const name = 'authorities.kops.dev'
  const target = configurationTarget('ValidatingWebhookConfiguration', name, service)
  const { apply, run, tell } = useTargets(context, target)
  const configuration = (...webhooks: string[]) => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: webhooks.map((each) => ({
      name: each,
      admissionReviewVersions: ['v1'],
      clientConfig: { service: { ...service, path: '/a' } },
      failurePolicy: 'Fail',
      rules: [
        {
          apiGroups: ['authorities.kops.dev'],
          apiVersions: ['v1'],
          operations: ['CREATE'],
          resources: ['frigates'],
        },
      ],
      sideEffects: 'None',
    })),
  })
  await apply(configuration('a.kops.dev', 'b.kops.dev'))
  onTestFinished(async () => void (await run('delete', 'validatingwebhookconfiguration', name)))
  expect(await tell(certificate)).toEqual([bundle, bundle])
  await expect(apply(configuration('a.kops.dev'))).rejects.toThrow(/sideEffects: Required value/)
  const names = {
    'fleet-validating-webhook-configuration': name,
    'vapplication-v1.apps.example.org': 'b.kops.dev',
  }
  await run(...pageCommand('patch validatingwebhookconfiguration', names))
  await apply(configuration('a.kops.dev'))
  expect(await tell(certificate)).toEqual([bundle])
  await apply(configuration('a.kops.dev', 'c.kops.dev'))
  expect(await tell(certificate)).toEqual([bundle, bundle])
})

test('a conversion that has gone is taken away as the page says', async (context) => {
  const name = 'frigates.authorities.kops.dev'
  const { apply, run, tell } = useTargets(context, conversionTarget(name, service))
  const definition = (conversion: object) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name },
    spec: {
      group: 'authorities.kops.dev',
      names: { kind: 'Frigate', listKind: 'FrigateList', plural: 'frigates', singular: 'frigate' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object' } },
        },
      ],
      ...conversion,
    },
  })
  const webhook = {
    conversionReviewVersions: ['v1'],
    clientConfig: { service: { ...service, path: '/convert' } },
  }
  await apply(definition({ conversion: { strategy: 'Webhook', webhook } }))
  onTestFinished(async () => void (await run('delete', 'crd', name)))
  expect(await tell(certificate)).toEqual([bundle])
  await expect(apply(definition({}))).rejects.toThrow(/spec\.conversion/)
  await run(...pageCommand('patch crd', { 'applications.apps.example.org': name }))
  await apply(definition({}))
  expect(await tell(certificate)).toEqual([])
})
