import type { TestContext } from 'vitest'
import { installCustomResourceDefinitions } from '../../../../src/testing/index.ts'
import { useClient, useControlPlane } from '../../provided.ts'
import { gadgetDefinition } from './gadget.ts'
import type { Stage } from './scenario.ts'

let installed: Promise<unknown> | undefined

/** The control plane that all tests share: for failures that do not touch it. */
export async function sharedStage(context: TestContext): Promise<Stage> {
  const { connection } = useControlPlane(context)
  installed ??= installCustomResourceDefinitions(useClient(context), [gadgetDefinition()])
  await installed
  return { connection }
}
