import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** How a run ended, test by test. What fails outside any test counts as a failure of its own. */
interface Totals {
  passed: number
  failed: number
  skipped: number
}

/**
 * Ends the output of a run with `N passed, N failed, N skipped` alone on the last line. The line is
 * written when the process exits, so that nothing of the run comes after it; in watch mode, after each run.
 */
export class ClosingLineReporter implements Reporter {
  #isWatching = false
  #isRegistered = false
  #totals: Totals = { passed: 0, failed: 0, skipped: 0 }

  onInit(vitest: { config: { watch: boolean } }): void {
    this.#isWatching = vitest.config.watch
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    this.#totals = countTests(modules, unhandledErrors)
    if (this.#isWatching) this.#write()
    else if (!this.#isRegistered) process.once('exit', () => this.#write())
    this.#isRegistered = true
  }

  #write(): void {
    const { passed, failed, skipped } = this.#totals
    process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`)
  }
}

function countTests(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
): Totals {
  const totals: Totals = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
  for (const module of modules) {
    totals.failed += module.errors().length
    for (const suite of module.children.allSuites()) totals.failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      totals[state === 'pending' ? 'failed' : state] += 1
    }
  }
  return totals
}
