import { expect, test } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { waitFor } from '../../../src/testing/index.ts'
import { readDeployment, startPod, type Pod } from './pod-runner.ts'
import { applySample, patience, sampleKey, untilReady, walkedProject } from './walked-project.ts'

const leases: ResourceDescriptor<KubernetesObject> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
  subresources: [],
}
const image = 'docker.io/library/nginx:1.29'

async function untilProbesPass(pod: Pod): Promise<void> {
  await waitFor(
    'the probes to pass',
    async () =>
      (await pod.probe('livenessProbe')) === 200 && (await pod.probe('readinessProbe')) === 200,
    patience,
  )
}

test(
  'an operator does its work with what it is deployed with',
  { timeout: 900_000 },
  async (context) => {
    const project = await walkedProject(context)
    const { client } = project.controlPlane
    await project.run('make deploy IMG=registry.example.com/fleet:v1')
    const deployment = await readDeployment(project.folder)

    const pods = [await startPod(project, deployment), await startPod(project, deployment)]
    for (const pod of pods) await untilProbesPass(pod)
    await applySample(project, {})
    const first = await untilReady(project, { image, replicas: 1 })
    const lease = { name: 'fleet.my.domain', namespace: pods[0]?.namespace }
    expect(await client.get(leases, lease)).toMatchObject({ kind: 'Lease' })

    const leader = pods.find((pod) => pod.process.isWorking)
    const other = pods.find((pod) => pod !== leader)
    expect(other?.process.isWorking).toBe(false)
    await leader?.process.stop('SIGKILL')
    await applySample(project, { replicas: '2' })
    await client.delete({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: sampleKey })
    await untilReady(project, { image, replicas: 2 }, first)
    expect(other?.process.log).not.toContain('Forbidden')
    expect(other?.process.log).not.toContain('"level":"error"')
    expect(await other?.process.stop()).toBe(0)

    await project.run('kubectl delete -f config/samples', 'make undeploy')
  },
)

test(
  'an operator of one namespace needs no right outside of it',
  { timeout: 900_000 },
  async (context) => {
    const project = await walkedProject(context, { namespaced: 'true' })
    await project.run('make deploy IMG=registry.example.com/fleet:v1')
    const pod = await startPod(project, await readDeployment(project.folder))
    await untilProbesPass(pod)
    await applySample(project, {})
    await untilReady(project, { image, replicas: 1 })
    expect(pod.process.log).not.toContain('Forbidden')
    expect(pod.process.log).not.toContain('"level":"error"')
    expect(await pod.process.stop()).toBe(0)
  },
)
