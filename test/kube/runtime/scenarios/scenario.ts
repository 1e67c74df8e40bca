import { onTestFinished, test, type TestContext } from 'vitest'
import type { Connection } from '../../../../src/testing/index.ts'
import type { PlayedScenario } from './played.ts'
import { World } from './world.ts'

/** The control plane that a scenario plays on. */
export interface Stage {
  readonly connection: Connection
}

let count = 0

/**
 * A failure and what is expected of an operator then. When the body is done, the invariants are waited for, the
 * operators end, and nothing may be left of them.
 */
export function scenario(
  row: number,
  title: string,
  options: {
    readonly stage: (context: TestContext) => Stage | Promise<Stage>
    readonly timeoutMs?: number
    readonly play: (world: World, context: TestContext) => Promise<void>
  },
): void {
  const body = async (context: TestContext): Promise<void> => {
    const meta: PlayedScenario = { row, title, faultsThrown: 0 }
    context.task.meta.scenario = meta
    const { connection } = await options.stage(context)
    const world = await World.create(`scenario-${row}-${process.pid}-${count++}`, connection)
    onTestFinished(() => world.close())
    await options.play(world, context)
    meta.faultsThrown = world.faultsThrown
    await world.end()
  }
  test(`${row}: ${title}`, { timeout: options.timeoutMs ?? 180_000 }, body)
}
