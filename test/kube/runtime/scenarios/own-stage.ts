import { afterAll, type TestContext } from 'vitest'
import {
  startControlPlane,
  type ControlPlane,
  type ControlPlaneOptions,
} from '../../../../src/testing/index.ts'
import { useControlPlane } from '../../provided.ts'
import { gadgetDefinition } from './gadget.ts'

/** A control plane for the scenarios of one file, which may kill it. It is started by the first that asks. */
export function ownStage(
  options: ControlPlaneOptions = {},
): (context: TestContext) => Promise<ControlPlane> {
  let started: Promise<ControlPlane> | undefined
  afterAll(async () => {
    await (await started)?.stop()
  })
  return (context) => {
    useControlPlane(context)
    started ??= startControlPlane({ crds: [gadgetDefinition()], ...options })
    return started
  }
}
