// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import { startTestManager } from 'kops/testing'
import { afterAll, expect, test, vi } from 'vitest'
import { Pod } from 'kops/kubernetes/core/v1'
import { createDependencies } from '../../../dependencies.ts'
import { registerWebhooks } from '../../../zz_generated.register.ts'

// Longer than what the tests wait for, so that a failure names it.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

// On a real API server, with every webhook of this project; undefined where none can be had.
const running = await startTestManager({
  webhooks: ['config/webhook/manifests.yaml'],
  setup: (manager) => registerWebhooks(manager, createDependencies(manager)),
})
afterAll(() => running?.stop())

test('what keeps the rules is stored', async ({ skip }) => {
  if (running === undefined) return skip('no control plane can be had here')
  const { client } = running
  const pod: Pod = {
    metadata: {
      name: 'example',
      namespace: 'default',
    },
    spec: {
      containers: [
        {
          name: 'main',
          image: 'registry.k8s.io/pause:3.10',
        },
      ],
    },
  }
  await client.create(Pod, pod)
  const key = { name: 'example', namespace: 'default' }
  expect(await client.get(Pod, key)).toMatchObject({ metadata: key })
})
