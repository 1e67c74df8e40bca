import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from '../project/project.ts'
import { boilerplatePath } from '../scaffold/init-plan.ts'
import type { CommandContext } from './command.ts'

/** Reports what `kops create` could not do without. True where something is missing. */
export function reportMissingFiles({ settings }: Project, { root, sink }: CommandContext): boolean {
  const needed = [
    'config/default/kustomization.yaml',
    ...(settings.license === 'none' ? [] : [boilerplatePath]),
  ]
  const missing = needed.filter((path) => !existsSync(join(root, path)))
  const helps = ['run `kops init` to write it again']
  for (const path of missing) sink.report('project/missing-file', { path }, { helps })
  return missing.length > 0
}
