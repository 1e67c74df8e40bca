import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { applyPlan } from '../../src/scaffold/apply-plan.ts'
import { withProjectLock } from '../../src/scaffold/project-lock.ts'
import { examplePlan } from './example-plan.ts'
import { DyingDisk } from './fault-file-system.ts'
import { recovery } from './test-recovery.ts'

/* A command that the system kills: `node killed-command.mjs ROOT WRITES`. */

const [, , root = '', writes = ''] = process.argv

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  for (;;) {
    // The signal comes at any moment now.
  }
}

const fileSystem = new DyingDisk(Number(writes), { isHalf: true, die })
const sink = new DiagnosticSink()
await withProjectLock(root, { sink, recovery, fileSystem }, () =>
  applyPlan(examplePlan, { root, sink, recovery, fileSystem }),
)
