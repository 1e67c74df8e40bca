import { expect, test } from 'vitest'
import { readFile, readText } from './reading.ts'

const codesOf = ({ diagnostics }: ReturnType<typeof readFile>): string[] =>
  diagnostics.map(({ code }) => code)

const rbac = '+kubebuilder:rbac:groups=apps,resources=deployments,verbs=get'

test.for([
  `// +groupName=apps.my.domain\n\nexport {}`,
  `/**\n * +groupName=apps.my.domain\n */`,
  `export {}\n// +groupName=apps.my.domain`,
])('%j names the group', (text) => {
  const { markers, diagnostics } = readFile(text)
  expect(markers.map(({ written, values }) => [written, values['']])).toEqual([
    ['+groupName', 'apps.my.domain'],
  ])
  expect(diagnostics).toEqual([])
})

test('RBAC markers are found wherever they stand, in source order', () => {
  const text = `// ${rbac},namespace=one
export function setup() {
  // ${rbac},namespace=two
  return 1 // ${rbac},namespace=three
}
class Reconciler {
  // ${rbac},namespace=four
  reconcile() {}
}
/** Text.
 * ${rbac},namespace=five
 */
`
  const { markers, diagnostics } = readFile(text)
  expect(markers.map(({ values }) => values['namespace'])).toEqual([
    'one',
    'two',
    'three',
    'four',
    'five',
  ])
  expect(diagnostics).toEqual([])
  expect(text.slice(markers[1]?.span.start, markers[1]?.span.end)).toBe(`${rbac},namespace=two`)
})

test('they are found above declarations, and left alone by the reader of those', () => {
  const text = `// ${rbac}\nexport interface Shop {}`
  expect(readFile(text, { attached: true }).markers).toHaveLength(1)
  const { content, codes } = readText(text, 'type')
  expect([content.markers, codes]).toEqual([[], []])
})

test.for([
  ['// +optional', ['marker/nothing-below']],
  ['// +kubebuilder:storageversion', ['marker/nothing-below']],
  ['// +groupNam=x', ['marker/unknown-name']],
  ['// +kubebuilder:rbca:groups=x', ['marker/unknown-name']],
  ['// +b', []],
  ['// +whatever:else', []],
  ['// +enum', []],
  ['// +kubebuilder:validation:Optional', ['marker/without-effect']],
  [`// ${rbac},verb=get`, ['marker/unknown-argument']],
] as const)('%s, alone in a file of a package with kinds, gives %j', ([text, codes]) => {
  expect(codesOf(readFile(text))).toEqual(codes)
})

test.for([
  ['// +optional', []],
  ['// +groupNam=x', []],
  ['// +kubebuilder:storageversion', []],
  ['// +kubebuilder:rbca:groups=x', ['marker/unknown-name']],
  [`// ${rbac},verb=get`, ['marker/unknown-argument']],
] as const)('%s, alone in another file, gives %j', ([text, codes]) => {
  expect(codesOf(readFile(text, { strict: false }))).toEqual(codes)
})

test('what stands above a declaration is judged by prefix until a kind reaches it', () => {
  expect(
    codesOf(readFile('// +kubebuilder:validation:Minimun=1\na: b', { attached: true })),
  ).toEqual(['marker/unknown-name'])
  expect(codesOf(readFile('// +optionall\n// +optional\na: b', { attached: true }))).toEqual([])
})

test('markers with a prefix that PROJECT lists are skipped', () => {
  const options = { foreignPrefixes: ['operator-sdk:', 'kubebuilder:docs'] }
  const lines = '// +operator-sdk:csv:x\n// +kubebuilder:docs-gen:collapse=y\na: b'
  expect(readText(lines, 'field', options).codes).toEqual([])
  expect(codesOf(readFile(lines, options))).toEqual([])
  expect(readText(lines).codes).toEqual(['marker/unknown-name', 'marker/unknown-name'])
})
