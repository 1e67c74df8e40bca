import { expect, test } from 'vitest'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import { readDeployment, startPod, untilReady } from './pod-runner.ts'
import {
  applySample,
  sampleKey,
  untilReady as untilSampleReady,
  walkedProject,
} from './walked-project.ts'

const leases: ResourceDescriptor<KubernetesObject> = {
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
  subresources: [],
}
const image = 'docker.io/library/nginx:1.29'

test(
  'an operator does its work with what it is deployed with',
  { timeout: 900_000 },
  async (context) => {
    const project = await walkedProject(context)
    const { client } = project.controlPlane
    await project.run('make deploy IMG=registry.example.com/fleet:v1')
    const deployment = await readDeployment(project.folder)

    const pods = [await startPod(project, deployment), await startPod(project, deployment)]
    await untilReady(pods)
    await applySample(project, {})
    const first = await untilSampleReady(project, { image, replicas: 1 })
    const lease = { name: 'fleet.my.domain', namespace: pods[0]?.namespace }
    expect(await client.get(leases, lease)).toMatchObject({ kind: 'Lease' })

    const leader = pods.find((pod) => pod.process.isWorking)
    const other = pods.find((pod) => pod !== leader)
    expect(other?.process.isWorking).toBe(false)
    await leader?.process.stop('SIGKILL')
    await applySample(project, { replicas: '2' })
    await client.delete({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: sampleKey })
    await untilSampleReady(project, { image, replicas: 2 }, first)
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
    await untilReady([pod])
    await applySample(project, {})
    await untilSampleReady(project, { image, replicas: 1 })
    expect(pod.process.log).not.toContain('Forbidden')
    expect(pod.process.log).not.toContain('"level":"error"')
    expect(await pod.process.stop()).toBe(0)
  },
)
