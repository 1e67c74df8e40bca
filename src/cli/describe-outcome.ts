import { showLine } from '../apimachinery/terminal-text.ts'
import type { PlanOutcome } from '../scaffold/apply-plan.ts'

const words = {
  created: ['created', 'would create'],
  changed: ['changed', 'would change'],
  removed: ['removed', 'would remove'],
  kept: ['kept', 'would keep'],
} as const

/** What a command did to the files of a project, one line for each; what stayed as it was is left out. */
export function describeOutcome(outcome: PlanOutcome, dryRun: boolean): string {
  const lines = Object.entries(words).flatMap(([fate, [done, planned]]) => {
    const paths = outcome[fate as keyof typeof words]
    return paths.map((path) => `${dryRun ? planned : done} ${showLine(path)}\n`)
  })
  return hasChanges(outcome) ? lines.join('') : `${lines.join('')}nothing to change\n`
}

/** Whether any file was, or would be, written or removed. */
export function hasChanges({ created, changed, removed }: PlanOutcome): boolean {
  return created.length + changed.length + removed.length > 0
}
