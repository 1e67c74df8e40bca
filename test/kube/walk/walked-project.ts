import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { onTestFinished, type TestContext } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { startControlPlane, waitFor, type ControlPlane } from '../../../src/testing/index.ts'
import { createApi } from '../../cli/project-folder.ts'
import { expectSuccess, linkedProject } from '../../cli/linked-project.ts'
import { findKubectl } from '../kubectl.ts'
import { useControlPlane } from '../provided.ts'

/** A project with the kind Application, whose reconcile a person has filled in. */
export interface WalkedProject {
  readonly folder: string
  readonly controlPlane: ControlPlane
  /** Runs lines of a shell in the project, against the control plane. */
  run(...lines: string[]): Promise<void>
  readonly environment: NodeJS.ProcessEnv
  readonly isNamespaced: boolean
}

const reconcile = fileURLToPath(new URL('../../cases/walk/application.ts', import.meta.url))
export const patience = { timeoutMs: 90_000 }

/** `kops init`, `kops create api`, a reconcile, and a control plane that makes Deployments ready. */
export async function walkedProject(
  context: TestContext,
  flags: Readonly<Record<string, string>> = {},
): Promise<WalkedProject> {
  useControlPlane(context)
  const folder = await linkedProject({ domain: 'my.domain', ...flags })
  await createApi(folder, { group: 'apps', kind: 'Application' })
  cpSync(reconcile, join(folder, 'src/controllers/apps/application.ts'))
  const controlPlane = await startControlPlane({ controllers: true })
  onTestFinished(() => controlPlane.stop())
  const kubectl = await findKubectl()
  const tools = kubectl === 'kubectl' ? [] : [dirname(kubectl)]
  const environment = {
    KUBECONFIG: controlPlane.kubeconfigPath,
    PATH: [...tools, dirname(process.execPath), process.env['PATH']].join(delimiter),
  }
  const run = (...lines: string[]): Promise<void> => expectSuccess(lines, folder, environment)
  await run('make generate', 'make')
  return { folder, controlPlane, environment, run, isNamespaced: flags['namespaced'] === 'true' }
}

/** Changes the sample and applies it. */
export async function applySample(
  project: WalkedProject,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const path = join(project.folder, 'config/samples/apps_v1_application.yaml')
  let text = readFileSync(path, 'utf8')
  for (const [field, value] of Object.entries(changes)) {
    text = text.replace(new RegExp(`${field}: .*`), `${field}: ${value}`)
  }
  writeFileSync(path, text)
  await project.run(
    `kubectl apply -f config/samples/ --namespace=${sampleKeyOf(project).namespace}`,
  )
}

interface Application extends KubernetesObject {
  readonly spec: { readonly image: string; readonly replicas: number }
  readonly status?: {
    readonly readyReplicas?: number
    readonly conditions?: readonly {
      readonly type: string
      readonly status: string
      readonly observedGeneration?: number
    }[]
  }
}

interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly replicas: number
    readonly template: { readonly spec: { readonly containers: readonly { image: string }[] } }
  }
  readonly status?: { readonly readyReplicas?: number; readonly observedGeneration?: number }
}

const namespaced = { version: 'v1', scope: 'Namespaced', subresources: ['status'] } as const
export const deployments: ResourceDescriptor<Deployment> = {
  ...namespaced,
  group: 'apps',
  kind: 'Deployment',
  plural: 'deployments',
}
export const applications: ResourceDescriptor<Application> = {
  ...namespaced,
  group: 'apps.my.domain',
  kind: 'Application',
  plural: 'applications',
}
export const sampleKey = { name: 'application-sample', namespace: 'default' }

/** A namespaced operator sees its own namespace only. */
function sampleKeyOf({ isNamespaced }: WalkedProject): typeof sampleKey {
  return isNamespaced ? { ...sampleKey, namespace: 'fleet-system' } : sampleKey
}

/** What is looked at of the Deployment and of the Application. */
function summarize(deployment: Deployment | undefined, application: Application): object {
  const { status = {}, metadata } = application
  const ready = status.conditions?.find(({ type }) => type === 'Ready')
  return {
    image: deployment?.spec.template.spec.containers[0]?.image,
    replicas: deployment?.spec.replicas,
    readyPods: deployment?.status?.readyReplicas,
    readyReplicas: status.readyReplicas,
    isReady: ready?.status === 'True' && ready.observedGeneration === metadata.generation,
  }
}

/**
 * Waits until the Deployment is as the sample says and ready, and the sample's status says so; gives its uid. It must
 * be another Deployment than the one of the uid `without`.
 */
export async function untilReady(
  project: WalkedProject,
  wanted: { readonly image: string; readonly replicas: number },
  without = '',
): Promise<string> {
  const { client } = project.controlPlane
  const key = sampleKeyOf(project)
  const { replicas } = wanted
  const all = { ...wanted, readyPods: replicas, readyReplicas: replicas, isReady: true }
  let uid = ''
  await waitFor(
    `the sample to be ready with ${JSON.stringify(wanted)}`,
    async () => {
      // It may be gone just now.
      const deployment = await client.get(deployments, key).catch(() => undefined)
      const application = await client.get(applications, key)
      uid = deployment?.metadata.uid ?? ''
      return uid !== without && isDeepStrictEqual(summarize(deployment, application), all)
    },
    patience,
  )
  return uid
}
