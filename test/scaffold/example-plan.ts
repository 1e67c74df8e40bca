import type { Plan, PlannedFile } from '../../src/scaffold/plan.ts'
import { hashContent } from '../../src/project/written-files.ts'
import type { Tree } from './scratch-tree.ts'

export function planned(
  path: string,
  content: string,
  ifExists: PlannedFile['ifExists'] = 'conflict',
): PlannedFile {
  return {
    operation: 'write',
    path,
    content,
    ifExists,
    template: `test/${path.replaceAll('/', '-')}`,
  }
}

/** A line of `.kops/files`. */
export function record(path: string, content: string): string {
  return `${path} template ${hashContent(content)}\n`
}

/** A project that the plan below changes in every way there is. */
export const oldTree: Tree = {
  PROJECT: 'version: "3"\n',
  'README.md': 'mine\n',
  'config/crd/list.yaml': 'one\n',
  'config/crd/stale.yaml': 'stale\n',
  '.kops/files':
    record('config/crd/list.yaml', 'one\n') + record('config/crd/stale.yaml', 'stale\n'),
}

export const examplePlan: Plan = {
  files: [
    planned('PROJECT', 'version: "3"\nnamespaced: true\n', 'update'),
    planned('README.md', 'from the template\n', 'keep'),
    planned('api/apps/v1/application.ts', 'export interface Application {}\n'),
    planned('config/crd/list.yaml', 'one\ntwo\n', 'regenerate'),
    planned('config/crd/patches/deep.yaml', 'deep\n'),
    { operation: 'remove', path: 'config/crd/stale.yaml' },
  ],
}
