import type { CommandModule } from '../command.ts'
import { runGeneration } from '../generation/run-generation.ts'

export const run: CommandModule['run'] = (options, context) =>
  runGeneration('client', options, context)
