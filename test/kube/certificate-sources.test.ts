import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { certificateSources } from '../../src/project/project.ts'
import { parseManagerFlags } from '../../src/runtime/manager/flags/manager-flags.ts'
import { createApi, projectFolder } from '../cli/project-folder.ts'
import { runKops } from '../cli/run-kops.ts'
import { kustomize } from './kubectl.ts'

type Source = (typeof certificateSources)[number]

interface ClientConfig {
  readonly service?: { readonly name: string; readonly namespace: string; readonly path: string }
  readonly caBundle?: string
}

interface Built extends KubernetesObject {
  readonly webhooks?: readonly { readonly clientConfig: ClientConfig }[]
  readonly rules?: readonly {
    readonly resources: readonly string[]
    readonly resourceNames?: readonly string[]
    readonly verbs: readonly string[]
  }[]
  readonly spec?: {
    readonly conversion?: { readonly webhook?: { readonly clientConfig: ClientConfig } }
    readonly ports?: readonly object[]
    readonly selector?: Readonly<Record<string, string>>
    readonly dnsNames?: readonly string[]
    readonly secretName?: string
    readonly issuerRef?: { readonly name: string }
    readonly ingress?: readonly { readonly ports: readonly { readonly port: number }[] }[]
    readonly template?: {
      readonly metadata: { readonly labels: Readonly<Record<string, string>> }
      readonly spec: {
        readonly terminationGracePeriodSeconds: number
        readonly volumes?: readonly object[]
        readonly containers: readonly {
          readonly lifecycle?: {
            readonly preStop?: { readonly sleep?: { readonly seconds: number } }
          }
          readonly args: readonly string[]
          readonly ports: readonly { readonly name: string; readonly containerPort: number }[]
          readonly volumeMounts?: readonly object[]
        }[]
      }
    }
  }
}

/** A project whose Application has all sorts of webhooks, with its certificates from a source. */
async function webhookProject(source: Source, flags: readonly string[] = []): Promise<string> {
  const folder = await projectFolder({ domain: 'my.domain' })
  for (const version of ['v1', 'v2']) {
    await createApi(folder, { group: 'apps', kind: 'Application', version, controller: 'false' })
  }
  const kind = ['--group', 'apps', '--version', 'v1', '--kind', 'Application']
  const sorts = ['--defaulting', '--programmatic-validation', '--conversion', '--spoke', 'v2']
  const create = await runKops(['create', 'webhook', ...kind, ...sorts], { directory: folder })
  expect(create.exitCode, create.stderr).toBe(0)
  const edit = ['edit', '--certificates', source, ...flags]
  expect(await runKops(edit, { directory: folder })).toMatchObject({ exitCode: 0 })
  return folder
}

async function build(source: Source, flags: readonly string[] = []): Promise<Built[]> {
  return (await kustomize(join(await webhookProject(source, flags), 'config/default'))) as Built[]
}

function find(objects: readonly Built[], kind: string, name?: string): Built {
  const found = objects.find(
    (each) => each.kind === kind && (name === undefined || each.metadata.name === name),
  )
  if (found === undefined) throw new Error(`there is no ${kind} ${name ?? ''}`)
  return found
}

/** Whom the API server calls. */
function clientConfigs(objects: readonly Built[]): readonly ClientConfig[] {
  return objects.flatMap(({ webhooks = [], spec }) => {
    const conversion = spec?.conversion?.webhook
    return [...webhooks, ...(conversion ? [conversion] : [])].map(
      ({ clientConfig }) => clientConfig,
    )
  })
}

const called = { name: 'fleet-webhook-service', namespace: 'fleet-system' }

describe.each(certificateSources)('with certificates from %s', (source) => {
  test.for(['--namespaced=false', '--namespaced', '--metrics=false', '--network-policy'])(
    'and %s, the API server calls the Service that leads to the manager',
    async (flag) => {
      const objects = await build(source, [flag])
      const configs = clientConfigs(objects)
      expect(configs).toHaveLength(3)
      for (const { service, caBundle } of configs) {
        expect(service).toMatchObject(called)
        expect(caBundle).toBeUndefined()
      }
      const service = find(objects, 'Service', called.name)
      expect(service.metadata.namespace).toBe(called.namespace)
      expect(service.spec?.ports).toMatchObject([{ port: 443, targetPort: 9443 }])
      const { template } = find(objects, 'Deployment').spec ?? {}
      expect(template?.metadata.labels).toMatchObject(service.spec?.selector ?? {})
      const [container] = template?.spec.containers ?? []
      expect(container?.ports).toContainEqual({ name: 'webhook-server', containerPort: 9443 })
      if (flag === '--network-policy') {
        const ingress = find(objects, 'NetworkPolicy').spec?.ingress ?? []
        expect(ingress.flatMap(({ ports }) => ports).map(({ port }) => port)).toContain(9443)
      }
    },
  )

  test('a pod that goes still answers who has not heard of it, and has the time to end', async () => {
    const { template } = find(await build(source), 'Deployment').spec ?? {}
    const seconds = template?.spec.containers[0]?.lifecycle?.preStop?.sleep?.seconds ?? 0
    expect(seconds).toBeGreaterThanOrEqual(5)
    const { terminationGracePeriodSeconds = 0 } = template?.spec ?? {}
    // What the manager gives to what is in hand.
    expect(terminationGracePeriodSeconds - seconds).toBeGreaterThan(30)
  })

  test('the manager is started with flags that it knows', async () => {
    const { template } = find(await build(source), 'Deployment').spec ?? {}
    const [container] = template?.spec.containers ?? []
    const { webhookCertificate, webhookCertPath } = parseManagerFlags(container?.args ?? [])
    if (source === 'self' || source === 'csr') {
      expect(webhookCertificate).toMatchObject({
        source,
        secretName: 'fleet-webhook-server-cert',
        serviceName: called.name,
        mutatingConfigurationName: 'fleet-mutating-webhook-configuration',
        validatingConfigurationName: 'fleet-validating-webhook-configuration',
        conversionCrds: ['applications.apps.my.domain'],
      })
      expect(template?.spec.volumes).toBeUndefined()
    } else {
      expect(webhookCertPath).toBe('/tmp/k8s-webhook-server/serving-certs')
      const secret = { secretName: 'webhook-server-cert' }
      expect(template?.spec.volumes).toEqual([{ name: 'webhook-certs', secret }])
      const mount = { name: 'webhook-certs', mountPath: webhookCertPath, readOnly: true }
      expect(container?.volumeMounts).toEqual([mount])
    }
  })
})

test.for(['self', 'csr'] as const)('the role for %s names what it is for', async (source) => {
  const objects = await build(source)
  const names = (kind: string): unknown[] =>
    find(objects, kind, 'fleet-webhook-certificate-role').rules?.map((rule) => [
      ...rule.resources,
      ...(rule.resourceNames ?? ['any']),
      ...rule.verbs,
    ]) ?? []
  const isCsr = source === 'csr'
  expect(names('Role')).toEqual([
    ['secrets', 'fleet-webhook-server-cert', 'get', 'update', 'watch'],
    ...(isCsr ? [['configmaps', 'kube-root-ca.crt', 'get']] : []),
  ])
  const verbs = ['get', 'patch', 'watch']
  expect(names('ClusterRole')).toEqual([
    ['mutatingwebhookconfigurations', 'fleet-mutating-webhook-configuration', ...verbs],
    ['validatingwebhookconfigurations', 'fleet-validating-webhook-configuration', ...verbs],
    ['customresourcedefinitions', 'applications.apps.my.domain', ...verbs],
    ...(isCsr ? [['certificatesigningrequests', 'any', 'create', 'get']] : []),
  ])
  const secret = find(objects, 'Secret', 'fleet-webhook-server-cert')
  expect(secret.metadata.namespace).toBe('fleet-system')
  expect(secret).not.toHaveProperty('data')
})

test('cert-manager is told the names that are deployed', async () => {
  const objects = await build('cert-manager')
  const certificate = find(objects, 'Certificate', 'fleet-serving-cert')
  expect(certificate.spec).toMatchObject({
    dnsNames: [
      'fleet-webhook-service.fleet-system.svc',
      'fleet-webhook-service.fleet-system.svc.cluster.local',
    ],
    secretName: 'webhook-server-cert',
    issuerRef: { name: 'fleet-webhook-ca-issuer' },
  })
  expect(find(objects, 'Certificate', 'fleet-webhook-ca').spec?.issuerRef?.name).toBe(
    'fleet-selfsigned-issuer',
  )
  for (const kind of [
    'MutatingWebhookConfiguration',
    'ValidatingWebhookConfiguration',
    'CustomResourceDefinition',
  ]) {
    expect(find(objects, kind).metadata.annotations).toMatchObject({
      'cert-manager.io/inject-ca-from': 'fleet-system/fleet-serving-cert',
    })
  }
})

test('csr asks the signer that was chosen', async () => {
  const signer = 'example.com/webhooks'
  const objects = await build('csr', ['--certificate-signer', signer])
  const [container] = find(objects, 'Deployment').spec?.template?.spec.containers ?? []
  expect(parseManagerFlags(container?.args ?? []).webhookCertificate?.signerName).toBe(signer)
})

test('webhooks that stand in markers alone get what they need too', async () => {
  const folder = await projectFolder({ domain: 'my.domain' })
  const marker =
    '// +kubebuilder:webhook:path=/validate,mutating=false,failurePolicy=fail,sideEffects=None,groups="",resources=pods,verbs=create,versions=v1,name=pods.my.domain,admissionReviewVersions=v1'
  writeFileSync(join(folder, 'src/pods.ts'), `${marker}\nexport {}\n`)
  for (const line of [['manifests'], ['edit', '--certificates', 'self']]) {
    expect(await runKops(line, { directory: folder })).toMatchObject({ exitCode: 0 })
  }
  const objects = (await kustomize(join(folder, 'config/default'))) as Built[]
  expect(clientConfigs(objects)).toMatchObject([{ service: called }])
  expect(find(objects, 'Service', called.name).metadata.namespace).toBe(called.namespace)
})
