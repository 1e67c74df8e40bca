import { defineConfig } from 'vitest/config'
import { ClosingLineReporter } from './test/closing-line-reporter.ts'
import { ScenarioReporter } from './test/scenario-reporter.ts'

const forServers = ['test/kube/**/*.test.ts', 'test/cases/*.test.ts']

export default defineConfig({
  test: {
    // Two workers: CI has two cores, and servers run beside the tests.
    maxWorkers: 2,
    pool: 'forks',
    reporters: ['default', new ScenarioReporter(), new ClosingLineReporter()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [...forServers, 'test/cases/*/**', '**/node_modules/**'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A test that asserts nothing holds nothing, whatever its name says.
          expect: { requireAssertions: true },
        },
      },
      {
        extends: true,
        test: {
          name: 'kube',
          include: forServers,
          globalSetup: ['test/kube/global-setup.ts'],
          maxConcurrency: 10,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
