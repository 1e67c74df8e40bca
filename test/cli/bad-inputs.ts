import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { init } from './project-folder.ts'

/*
 * What people got wrong with kubebuilder, row by row of a list that was seen there. `row` is its number.
 * Every refusal has a code of its own, and leaves the tree as it was.
 */

export interface BadInput {
  readonly row: number
  readonly title: string
  readonly argv: readonly string[]
  readonly code: string
  readonly exitCode: 1 | 2
  /** What the report has to say. */
  readonly says?: string
  readonly prepare?: (folder: string) => void
}

export const ship = ['create', 'api', '--group', 'ship', '--version', 'v1', '--kind', 'Frigate']

export function shipWith(changes: Readonly<Record<string, string | undefined>>): string[] {
  const names = { group: 'ship', version: 'v1', kind: 'Frigate', ...changes }
  const flags = Object.entries(names).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  )
  return ['create', 'api', ...flags]
}

export const inEmptyFolder: readonly BadInput[] = [
  {
    row: 1,
    title: 'a domain with a blank',
    argv: init({ domain: 'bad domain' }),
    code: 'args/invalid-domain',
    exitCode: 2,
  },
  {
    row: 1,
    title: 'a domain in capitals',
    argv: init({ domain: 'Example.ORG' }),
    code: 'args/invalid-domain',
    exitCode: 2,
    says: '--domain example.org',
  },
  {
    row: 2,
    title: 'an empty domain',
    argv: init({ domain: '' }),
    code: 'args/empty-value',
    exitCode: 2,
  },
  {
    row: 3,
    title: 'an underscore in the project name',
    argv: init({ 'project-name': 'My_Proj' }),
    code: 'args/invalid-project-name',
    exitCode: 2,
    says: '--project-name my-proj',
  },
  {
    row: 4,
    title: 'a project name of 50 characters',
    argv: init({ 'project-name': 'p'.repeat(50) }),
    code: 'args/name-too-long',
    exitCode: 2,
  },
  // Rows 5 and 6: there are no Go modules, and so no flag to name one.
  {
    row: 6,
    title: 'a flag for Go modules',
    argv: [...init({}), '--repo', 'not a module'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 8,
    title: 'a licence file that is not there',
    argv: init({ license: 'missing.txt' }),
    code: 'args/unknown-license',
    exitCode: 2,
  },
  {
    row: 10,
    title: 'a Makefile of their own',
    argv: init({}),
    code: 'project/file-exists',
    exitCode: 1,
    says: 'Makefile',
    prepare: (folder) => writeFileSync(join(folder, 'Makefile'), 'all:\n'),
  },
  // Rows 11 to 14: kops has no plugins.
  {
    row: 11,
    title: 'a plugin',
    argv: [...init({}), '--plugins', 'nosuch/v1'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 12,
    title: 'a plugin with a wrong name',
    argv: [...init({}), '--plugins', 'Foo_Bar'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 13,
    title: 'a schema version of PROJECT',
    argv: [...init({}), '--project-version', '2'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 14,
    title: 'a plugin twice',
    argv: [...init({}), '--plugins', 'go/v4', '--plugins', 'go/v4'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 15,
    title: 'a misspelt flag',
    argv: ['init', '--domian', 'example.org'],
    code: 'args/unknown-option',
    exitCode: 2,
    says: '--domain',
  },
  {
    row: 15,
    title: 'a misspelt command',
    argv: ['inti'],
    code: 'args/unknown-command',
    exitCode: 2,
    says: 'init',
  },
  {
    row: 16,
    title: 'no project',
    argv: ship,
    code: 'project/not-found',
    exitCode: 1,
    says: 'kops init',
  },
  {
    row: 67,
    title: 'a command that kops lacks',
    argv: ['alpha', 'generate'],
    code: 'args/unknown-command',
    exitCode: 2,
  },
]

export const inProject: readonly BadInput[] = [
  {
    row: 17,
    title: 'neither version nor kind',
    argv: shipWith({ version: undefined, kind: undefined }),
    code: 'args/missing-flag',
    exitCode: 2,
    says: '--kind',
  },
  {
    row: 18,
    title: 'no version, and nobody to ask',
    argv: shipWith({ version: undefined }),
    code: 'args/missing-flag',
    exitCode: 2,
    says: '--version',
  },
  ...['1', 'v1.2', 'v1-beta1'].map((version): BadInput => ({
    row: 19,
    title: `version ${version}`,
    argv: shipWith({ version }),
    code: 'args/invalid-version',
    exitCode: 2,
    says: '--version v1',
  })),
  {
    row: 20,
    title: 'version V1',
    argv: shipWith({ version: 'V1' }),
    code: 'args/invalid-version',
    exitCode: 2,
    says: '--version v1',
  },
  {
    row: 21,
    title: 'a version that Kubernetes does not order',
    argv: shipWith({ version: 'foo' }),
    code: 'args/invalid-version',
    exitCode: 2,
  },
  {
    row: 22,
    title: 'a kind in lower case',
    argv: shipWith({ kind: 'frigate' }),
    code: 'args/invalid-kind',
    exitCode: 2,
    says: '--kind Frigate',
  },
  {
    row: 23,
    title: 'a kind with an underscore',
    argv: shipWith({ kind: 'My_Kind' }),
    code: 'args/invalid-kind',
    exitCode: 2,
    says: '--kind MyKind',
  },
  {
    row: 23,
    title: 'a kind that begins with a digit',
    argv: shipWith({ kind: '1Kind' }),
    code: 'args/invalid-kind',
    exitCode: 2,
  },
  {
    row: 24,
    title: 'a kind with a dash',
    argv: shipWith({ kind: 'Frigate-x' }),
    code: 'args/invalid-kind',
    exitCode: 2,
  },
  {
    row: 26,
    title: 'a kind that is named like a list',
    argv: shipWith({ kind: 'FrigateList' }),
    code: 'args/list-kind',
    exitCode: 2,
    says: '--kind Frigate',
  },
  {
    row: 27,
    title: 'a group in capitals',
    argv: shipWith({ group: 'Ship' }),
    code: 'args/invalid-group',
    exitCode: 2,
    says: '--group ship',
  },
  {
    row: 27,
    title: 'a group with an underscore',
    argv: shipWith({ group: 'my_ship' }),
    code: 'args/invalid-group',
    exitCode: 2,
  },
  {
    row: 28,
    title: 'a group with the domain in it',
    argv: shipWith({ group: 'ship.example.org' }),
    code: 'args/group-repeats-domain',
    exitCode: 2,
    says: '--group ship',
  },
  {
    row: 29,
    title: 'no group',
    argv: shipWith({ group: undefined }),
    code: 'args/missing-flag',
    exitCode: 2,
    says: '--group',
  },
  {
    row: 30,
    title: 'a plural with an underscore',
    argv: shipWith({ plural: 'Fri_gates' }),
    code: 'args/invalid-plural',
    exitCode: 2,
  },
  {
    row: 31,
    title: 'a flag without its value',
    argv: ['create', 'api', '--group', '--version', 'v1', '--kind', 'Frigate'],
    code: 'args/missing-value',
    exitCode: 2,
    says: '--group',
  },
  // Rows 33 and 34: what is there is kept, so that nothing needs force.
  {
    row: 33,
    title: '--force',
    argv: [...ship, '--force'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 34,
    title: '--force once more',
    argv: [...ship, '--force', '--force'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 36,
    title: "a kind of Kubernetes' own group",
    argv: shipWith({ group: 'networking', kind: 'Ingress' }),
    code: 'args/built-in-kind',
    exitCode: 2,
    says: '--resource=false',
    prepare: (folder) => editProjectFile(folder, 'domain: example.org', 'domain: k8s.io'),
  },
  {
    row: 38,
    title: 'neither resource nor controller',
    argv: [...ship, '--resource=false', '--controller=false'],
    code: 'args/nothing-to-create',
    exitCode: 2,
  },
  {
    row: 57,
    title: 'a plugin of edit',
    argv: ['edit', '--plugins', 'deploy-image/v1-alpha'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 58,
    title: 'an image to deploy',
    argv: [...ship, '--image', 'nginx'],
    code: 'args/unknown-option',
    exitCode: 2,
  },
  {
    row: 59,
    title: 'a broken PROJECT',
    argv: ship,
    code: 'project/invalid-yaml',
    exitCode: 1,
    prepare: (folder) => writeFileSync(join(folder, 'PROJECT'), 'version: "3\n'),
  },
  {
    row: 59,
    title: 'a PROJECT of version 9',
    argv: ship,
    code: 'project/unknown-version',
    exitCode: 1,
    prepare: (folder) => editProjectFile(folder, 'version: "3"', 'version: "9"'),
  },
  {
    row: 59,
    title: 'a PROJECT of another tool',
    argv: ship,
    code: 'project/foreign-layout',
    exitCode: 1,
    prepare: (folder) => editProjectFile(folder, 'kops/v1', 'go.kubebuilder.io/v3'),
  },
  {
    row: 61,
    title: 'files that PROJECT does not know',
    argv: ship,
    code: 'project/file-exists',
    exitCode: 1,
    says: 'frigate.ts',
    prepare: leaveTypeBehind,
  },
  {
    row: 65,
    title: 'no config/default/kustomization.yaml',
    argv: ship,
    code: 'project/missing-file',
    exitCode: 1,
    says: 'kops init',
    prepare: (folder) => rmSync(join(folder, 'config/default/kustomization.yaml')),
  },
  {
    row: 66,
    title: 'no boilerplate',
    argv: ship,
    code: 'project/missing-file',
    exitCode: 1,
    prepare: (folder) => rmSync(join(folder, 'hack/boilerplate.txt')),
  },
]

export function editProjectFile(folder: string, from: string, to: string): void {
  const path = join(folder, 'PROJECT')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(from)
  writeFileSync(path, text.replace(from, to))
}

function leaveTypeBehind(folder: string): void {
  mkdirSync(join(folder, 'api/ship/v1'), { recursive: true })
  writeFileSync(join(folder, 'api/ship/v1/frigate.ts'), 'export interface Frigate {}\n')
}
