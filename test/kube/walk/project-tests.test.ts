import { expect, test } from 'vitest'
import { createApi } from '../../cli/project-folder.ts'
import { linkedProject, runLine } from '../../cli/linked-project.ts'
import { useControlPlane } from '../provided.ts'

const additions: readonly Readonly<Record<string, string>>[] = [
  { group: 'ship', kind: 'Frigate' },
  { group: 'ship', kind: 'Region', namespaced: 'false' },
  { group: 'ship', kind: 'Frigate', 'controller-name': 'backup' },
  { group: 'core', kind: 'ConfigMap', resource: 'false' },
  { group: 'apps', kind: 'StatefulSet', resource: 'false' },
  { group: 'networking', kind: 'Ingress', resource: 'false' },
]

test('the tests of a project pass on a real control plane, with one controller and with six', async (context) => {
  useControlPlane(context)
  const folder = await linkedProject()
  const { KUBEBUILDER_ASSETS, XDG_CACHE_HOME } = process.env
  for (const [index, flags] of additions.entries()) {
    expect(await createApi(folder, flags)).toMatchObject({ exitCode: 0, stderr: '' })
    // All of them are run at the end once more, so that those between need no run of their own.
    if (index > 0 && index < additions.length - 1) continue
    const run = await runLine('make test', folder, { KUBEBUILDER_ASSETS, XDG_CACHE_HOME })
    expect(run.exitCode, run.stdout + run.stderr).toBe(0)
    // Every controller has a test of its own; one more holds the samples.
    expect(run.stdout).toMatch(new RegExp(`Tests .*${index + 2} passed`))
    expect(run.stdout).not.toContain('skipped')
  }
})
