import type { Reporter, TestModule } from 'vitest/node'
import type { PlayedScenario } from './kube/runtime/scenarios/played.ts'
import { rowCount } from './kube/runtime/scenarios/rows.ts'

/** Says at the end of a run which of the failure scenarios were played, where any was. */
export class ScenarioReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const played = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => {
        const { scenario } = test.meta()
        const { state } = test.result()
        return scenario === undefined ? [] : [{ ...scenario, state }]
      }),
    )
    if (played.length > 0) process.stdout.write(renderTable(played))
  }
}

type Row = PlayedScenario & { readonly state: string }

function renderTable(played: readonly Row[]): string {
  const sorted = [...played].sort((left, right) => left.row - right.row)
  const rows = new Set(sorted.map(({ row }) => row))
  const thrown = sorted.reduce((sum, { faultsThrown }) => sum + faultsThrown, 0)
  const missing = Array.from({ length: rowCount }, (_value, index) => index + 1).filter(
    (row) => !rows.has(row),
  )
  const lines = sorted.map(
    ({ row, title, state, faultsThrown }) =>
      `  ${String(row).padStart(2)}  ${state.padEnd(7)} ${String(faultsThrown).padStart(5)}  ${title}`,
  )
  return [
    'scenario     thrown  what happens',
    ...lines,
    `${rows.size} of ${rowCount} scenarios, ${thrown} faults thrown by proxies${missing.length === 0 ? '' : `; not in this run: ${missing.join(', ')}`}`,
    '',
  ].join('\n')
}
