import { expect, test } from 'vitest'
import { findNameProblems } from '../../src/project/name-rules.ts'
import { findPathProblem } from '../../src/project/path-rules.ts'

test.for([
  'con',
  'CON.ts',
  'api/nul/v1/a.ts',
  'com1',
  'lpt9.yaml',
  'aux .txt',
  'prn:x',
  'conin$',
  'com\u00B9',
  '.git/hooks/pre-commit',
  'a/.Git/b',
  '../a',
  '/a',
  'a//b',
  './a',
  'a\\b',
  'c:/a',
  'a\nb',
  '',
])('kops writes no file %j', (path) => {
  expect(findPathProblem(path)).toBeTypeOf('string')
})

test.for([
  'config/rbac/role.yaml',
  '.github/workflows/test.yml',
  '.gitignore',
  'console.ts',
  'com10',
  'common/nullable.ts',
  'api/a.con',
  'git/x',
])('kops may write %j', (path) => {
  expect(findPathProblem(path)).toBeUndefined()
})

test.for([
  { kind: 'Con' },
  { kind: 'Nul' },
  { group: 'aux' },
  { group: 'com1.example.org' },
  { servedVersion: 'prn' },
  { controllerName: 'lpt1' },
])('%j would name a file after a device of Windows', (names) => {
  const [problem] = findNameProblems(names)
  expect(problem?.reason).toContain('device')
})

test.for([{ kind: 'Console' }, { group: 'common.example.org' }, { controllerName: 'null' }])(
  '%j names a file',
  (names) => {
    expect(findNameProblems(names)).toEqual([])
  },
)
