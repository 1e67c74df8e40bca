import type { TestProject } from 'vitest/node'
import { ProgramsNotFoundError, startControlPlane } from '../../src/testing/index.ts'
import type { ProvidedControlPlane } from './provided.ts'

/** Starts the one control plane that all tests of this run share, or says plainly why there is none. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  try {
    const controlPlane = await startControlPlane()
    project.provide('controlPlane', {
      connection: controlPlane.connection,
      kubeconfigPath: controlPlane.kubeconfigPath,
    } satisfies ProvidedControlPlane)
    return () => controlPlane.stop()
  } catch (error) {
    if (!(error instanceof ProgramsNotFoundError)) throw error
    process.stderr.write(`tests that need an API server are skipped: ${error.message}\n`)
    project.provide('controlPlane', undefined)
    return undefined
  }
}
