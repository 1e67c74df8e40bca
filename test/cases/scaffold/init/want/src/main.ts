// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import {
  managerOptions,
  newManager,
  parseManagerFlags,
  runMain,
  watchNamespaces,
} from 'kops/runtime'
import { createDependencies } from './dependencies.ts'
import { registerAll } from './zz_generated.register.ts'

await runMain(async ({ argv, signal }) => {
  const manager = await newManager({
    // Replicas that share this id let one of them work at a time; PROJECT has it too, for their role.
    ...managerOptions(parseManagerFlags(argv), { leaderElectionId: 'demo.my.domain' }),
    fieldManager: 'demo',
    // Where the project is namespaced, its manifests set the variable.
    ...(process.env['WATCH_NAMESPACE'] && { cache: { namespaces: watchNamespaces() } }),
  })
  await registerAll(manager, createDependencies(manager))
  await manager.start(signal)
})
