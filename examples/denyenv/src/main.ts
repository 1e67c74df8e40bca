import { Pod } from 'kops/kubernetes/core/v1'
import { managerOptions, newManager, newWebhook, parseManagerFlags, runMain } from 'kops/runtime'
import { denyEnv } from './deny-env.ts'
import { injectSidecar } from './inject-sidecar.ts'

await runMain(async ({ argv, signal }) => {
  const manager = await newManager(
    managerOptions(parseManagerFlags(argv), { leaderElectionId: 'denyenv' }),
  )
  newWebhook(manager)
    .for(Pod)
    .withDefaulter(injectSidecar, { path: '/mutate' })
    .withValidator(denyEnv, { path: '/validate' })
    .complete()
  await manager.start(signal)
})
