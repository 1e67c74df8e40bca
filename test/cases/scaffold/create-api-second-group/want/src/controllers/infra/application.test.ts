// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { startTestManager } from 'kops/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { Application } from '../../../api/infra/v1alpha1/index.ts'
import { createDependencies } from '../../dependencies.ts'
import { setup } from './application.ts'

// Longer than what the tests wait for, so that a failure names it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

// On a real API server with the CRDs of this project; undefined where none can be had.
const running = await startTestManager({
  crds: ['config/crd/bases'],
  setup: (manager) => setup(manager, createDependencies(manager)),
})
afterAll(() => running?.stop())

test('the sample is reconciled', async ({ skip }) => {
  if (running === undefined) return skip('no control plane can be had here')
  const { client } = running
  await running.create('config/samples/infra_v1alpha1_application.yaml')
  const key = { name: 'application-sample', namespace: 'default' }
  const get = () => client.get(Application, key)
  const conditions = [{ type: 'Ready', status: 'Unknown', observedGeneration: 1 }]
  await expect.poll(get, { timeout: 30_000 }).toMatchObject({ status: { conditions } })
})
