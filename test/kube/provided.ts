import { inject, type TestContext } from 'vitest'
import { RestClient, type Connection } from '../../src/testing/index.ts'

/** What the global set-up hands to the tests: plain data, since they run in other processes. */
export interface ProvidedControlPlane {
  readonly connection: Connection
  readonly kubeconfigPath: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    controlPlane: ProvidedControlPlane | undefined
  }
}

let client: RestClient | undefined

/** The shared control plane; where there is none on this machine, the test counts as skipped. */
export function useControlPlane(context: TestContext): ProvidedControlPlane {
  const controlPlane = inject('controlPlane')
  if (controlPlane === undefined) return context.skip('no control plane on this machine')
  return controlPlane
}

/** A client of the shared control plane with an administrator's rights. */
export function useClient(context: TestContext): RestClient {
  client ??= new RestClient(useControlPlane(context).connection)
  return client
}
