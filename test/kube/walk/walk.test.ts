import { join } from 'node:path'
import { expect, test } from 'vitest'
import { waitFor } from '../../../src/testing/index.ts'
import { StartedManager } from './started-manager.ts'
import {
  applications,
  applySample,
  deployments,
  patience,
  sampleKey,
  untilReady,
  walkedProject,
  type WalkedProject,
} from './walked-project.ts'

const sample = { metadata: sampleKey }
const image = 'docker.io/library/nginx:1.29'
const withoutServers = ['--health-probe-bind-address=0', '--metrics-bind-address=0']

function startReplica({ folder, environment }: WalkedProject): StartedManager {
  const parameters = [join(folder, 'dist/main.mjs'), '--leader-elect', ...withoutServers]
  return new StartedManager(process.execPath, parameters, { directory: folder, environment })
}

test('an operator from init to uninstall', { timeout: 900_000 }, async (context) => {
  const project = await walkedProject(context)
  const { folder, environment, controlPlane } = project

  const flags = `ARGS=${withoutServers.join(' ')}`
  const options = { directory: folder, environment: { ...process.env, ...environment } }
  const onThisMachine = new StartedManager('make', ['install', 'run', flags], options)
  await onThisMachine.untilWorking()
  await applySample(project, {})
  const first = await untilReady(project, { image, replicas: 1 })
  await applySample(project, { replicas: '3', image: `${image}-alpine` })
  await untilReady(project, { image: `${image}-alpine`, replicas: 3 })
  await controlPlane.client.delete({ ...sample, apiVersion: 'apps/v1', kind: 'Deployment' })
  await untilReady(project, { image: `${image}-alpine`, replicas: 3 }, first)
  await onThisMachine.stop()
  expect(onThisMachine.log).toContain('all workers finished')

  const replicas = [startReplica(project), startReplica(project)]
  await waitFor(
    'a replica to lead',
    () => Promise.resolve(replicas.some(({ isWorking }) => isWorking)),
    patience,
  )
  const leader = replicas.find(({ isWorking }) => isWorking)
  const other = replicas.find((each) => each !== leader)
  expect(other?.isWorking).toBe(false)
  await leader?.stop('SIGKILL')
  // While nobody leads, something changes.
  await applySample(project, { replicas: '2' })
  await untilReady(project, { image: `${image}-alpine`, replicas: 2 })
  expect(other?.isWorking).toBe(true)
  expect(await other?.stop()).toBe(0)
  expect(other?.log).toContain('all workers finished')

  await controlPlane.client.delete({
    ...sample,
    apiVersion: 'apps.my.domain/v1',
    kind: 'Application',
  })
  await waitFor(
    'the Deployment to go with its Application',
    () =>
      controlPlane.client.get(deployments, sampleKey).then(
        () => false,
        () => true,
      ),
    patience,
  )
  await project.run('make uninstall')
  await expect(controlPlane.client.get(applications, sampleKey)).rejects.toThrow()
})
