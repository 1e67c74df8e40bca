import { expect, test } from 'vitest'
import { kindsOf, readFiles } from './read-types.ts'

const kops = "import type { CustomResource } from 'kops'\n"

test.for<[string, string, string[]]>([
  ['extends', 'export interface A extends CustomResource { spec: 1 }', ['A']],
  ['is not exported', 'interface A extends CustomResource { spec: 1 }', []],
  ['is exported below', 'interface A extends CustomResource { spec: 1 }\nexport { A }', ['A']],
  [
    'is exported under another name',
    'interface A extends CustomResource {}\nexport { A as B }',
    ['B'],
  ],
  ['is exported as type', 'interface A extends CustomResource {}\nexport type { A as B }', ['B']],
  ['has two names', 'export interface A extends CustomResource {}\nexport { A as B }', ['A']],
  ['is the default', 'export default interface A extends CustomResource {}', ['A']],
  [
    'extends in steps',
    'interface Base<S> extends CustomResource { spec: S }\nexport interface A extends Base<1> {}',
    ['A'],
  ],
  ['is generic', 'export interface A<T> extends CustomResource { spec: T }', []],
  ['is generic in an alias', 'export type A<T> = CustomResource & { spec: T }', []],
  ['is an alias', 'export type A = CustomResource & { spec: 1 }', ['A']],
  ['is an alias of an alias', 'type B = ({ spec: 1 } & CustomResource)\nexport type A = B', ['A']],
  [
    'is an instance',
    'interface Base<S> extends CustomResource { spec: S }\nexport type A = Base<1>',
    ['A'],
  ],
  [
    'has a space',
    "import * as k from 'kops'\nexport interface A extends k.CustomResource {}",
    ['A'],
  ],
  [
    'is of another package',
    "import { CustomResource as C } from 'other'\nexport interface A extends C {}",
    [],
  ],
  ['has a comment in between', 'export interface A /* x */ extends CustomResource {}', ['A']],
  [
    'has a generic bound',
    'export interface A extends CustomResource, Pick<{ a: 1 }, "a"> {}',
    ['A'],
  ],
  [
    'comes second',
    'export interface B extends CustomResource {}\nexport interface A extends CustomResource {}',
    ['B', 'A'],
  ],
  ['leads in a circle', 'export interface A extends B {}\nexport interface B extends A {}', []],
  ['merges', 'export interface A { spec: 1 }\nexport interface A extends CustomResource {}', ['A']],
])('a kind that %s', ([, source, want]) => {
  expect(kindsOf(readFiles({ 'api/v1/a.ts': `${kops}${source}\n` }))).toEqual(want)
})

test('a kind has a base in another file and is not repeated by barrels', () => {
  const result = readFiles({
    'api/base.ts': `${kops}export interface Base extends CustomResource { spec: 1 }`,
    'api/v1/a.ts': "import { Base } from '../base.ts'\nexport interface A extends Base {}",
    'api/v1/index.ts': "export * from './a.ts'\nexport { A as Other } from './a.ts'",
    'api/index.ts': "export * from './v1/index.ts'",
    'api/v1/names.ts': "import type { A as A_ } from './a.ts'\nexport type A = A_",
    'api/v1/zz_generated.descriptors.ts':
      "import { A as A_ } from './a.ts'\nexport interface A extends A_ {}",
  })
  expect(
    result.program.packages.map(({ path, kinds }) => [path, kinds.map(({ name }) => name)]),
  ).toEqual([
    ['api', ['Base']],
    ['api/v1', ['A']],
  ])
})
