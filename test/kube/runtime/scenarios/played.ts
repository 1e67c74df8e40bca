/** What a test tells the reporter of the scenario that it plays. */
export interface PlayedScenario {
  /** Its number in the table of failures. */
  readonly row: number
  readonly title: string
  /** By proxies; what processes suffer is not counted. */
  faultsThrown: number
}

declare module 'vitest' {
  export interface TaskMeta {
    scenario?: PlayedScenario
  }
}
