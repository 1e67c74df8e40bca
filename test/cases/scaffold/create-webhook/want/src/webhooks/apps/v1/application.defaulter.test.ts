// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { startTestManager } from 'kops/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { Application } from '../../../../api/apps/v1/index.ts'
import { createDependencies } from '../../../dependencies.ts'
import { registerWebhooks } from '../../../zz_generated.register.ts'

// Longer than what the tests wait for, so that a failure names it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

// On a real API server, with every webhook of this project; undefined where none can be had.
const running = await startTestManager({
  crds: ['config/crd/bases'],
  webhooks: ['config/webhook/manifests.yaml'],
  setup: (manager) => registerWebhooks(manager, createDependencies(manager)),
})
afterAll(() => running?.stop())

test('an object is stored as it was sent', async ({ skip }) => {
  if (running === undefined) return skip('no control plane can be had here')
  const { client } = running
  await running.create('config/samples/apps_v1_application.yaml')
  const key = { name: 'application-sample', namespace: 'default' }
  const stored = await client.get(Application, key)
  expect(stored).toBeDefined()
  expect(stored).not.toHaveProperty('metadata.annotations')
})
