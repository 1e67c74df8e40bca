import { mkdtempSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'

const repository = new URL('../..', import.meta.url).pathname
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kops-declarations-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(repository, join(folder, 'node_modules/kops'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** What the compiler says of a file of a user's project, under `strict` and without the DOM. */
function compile(text: string): string[] {
  const path = join(folder, 'user.ts')
  writeFileSync(path, text)
  const program = ts.createProgram([path], {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: [],
  })
  return ts
    .getPreEmitDiagnostics(program)
    .map((each) => ts.flattenDiagnosticMessageText(each.messageText, '\n'))
}

const preamble = `import type * as k from 'kops'
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function holds<T extends true>(): T
`

test.for([
  ['a plain number is an Int32', 'export const value: k.Int32 = 3 + 4'],
  ['an Int32 is a number', 'export const sum = (value: k.Int32): number => value * 2 + 1'],
  ['an Int32 is no object', 'holds<Equal<k.Int32 extends object ? 1 : 2, 2>>()'],
  [
    'the brand survives Partial',
    'holds<Equal<NonNullable<Partial<{ a: k.Int64 }>["a"]>, k.Int64>>()',
  ],
  [
    'the brand survives a deep mapped type',
    `type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T
holds<Equal<DeepReadonly<{ a: { b: k.Int32 } }>["a"]["b"], k.Int32>>()`,
  ],
  [
    'a kind has metadata and the user’s own fields',
    `interface Shop extends k.CustomResource { spec: { replicas?: k.Int32 } }
export const shop: Shop = { apiVersion: 'a/v1', kind: 'Shop', metadata: { name: 'x' }, spec: { replicas: 2 } }`,
  ],
  [
    'a pod template reads as Kubernetes writes it',
    `import { Deployment } from 'kops/kubernetes/apps/v1'
import type { PodTemplateSpec } from 'kops/kubernetes/core/v1'
const template: PodTemplateSpec = { spec: { containers: [{ name: 'a', imagePullPolicy: 'Always',
  ports: [{ containerPort: 80 }], resources: { limits: { cpu: '500m', memory: 1024 } } }] } }
export const deployment: Deployment = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' }, spec: { selector: {}, template } }
export const plural: string = Deployment.plural`,
  ],
  [
    'ObjectMeta is one type, from the entry and from meta/v1',
    `import type * as metav1 from 'kops/kubernetes/meta/v1'
holds<Equal<metav1.ObjectMeta, k.ObjectMeta>>()
holds<Equal<metav1.Condition, k.Condition>>()`,
  ],
] as const)('%s', ([, text]) => {
  expect(compile(preamble + text)).toEqual([])
})

test.for([
  ['a string is no Int32', 'export const value: k.Int32 = "3"'],
  ['a number is no IntOrString list', 'export const value: k.IntOrString[] = 3'],
  [
    'a misspelt field of Kubernetes',
    `import type { Container } from 'kops/kubernetes/core/v1'
export const value: Container = { name: 'a', imagePullPolice: 'Always' }`,
  ],
] as const)('%s: refused', ([, text]) => {
  expect(compile(preamble + text)).toHaveLength(1)
})

test('every declaration file compiles under strict', () => {
  const modules = Object.keys(
    JSON.parse(ts.sys.readFile(join(repository, 'src/kubernetes/facts/v1.37.2.json')) ?? '{}')
      .types,
  )
  const imports = modules.map(
    (each, index) => `import * as m${index} from 'kops/kubernetes/${each}'`,
  )
  const uses = modules.map((_, index) => `export { m${index} }`)
  expect(compile([...imports, ...uses].join('\n'))).toEqual([])
  expect(modules.length).toBeGreaterThan(30)
})
