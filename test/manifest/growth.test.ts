import { describe, expect, test } from 'vitest'
import { inputLimits } from '../../src/input/input-limits.ts'
import { parseManifests } from '../../src/manifest/parse-manifests.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { expectLinear } from '../growth.ts'

const each = (n: number, make: (at: number) => string): string =>
  Array.from({ length: n }, (_, at) => make(at)).join('')

const block = (n: number): string =>
  `k:\n${each(100, (level) => `${' '.repeat(level + 1)}a:\n`)}${' '.repeat(102)}${'b'.repeat(n % 7)}\n`

const inputs: Readonly<Record<string, (n: number) => string>> = {
  'keys of a flow map': (n) => `a: {${each(n, (at) => `k${at}: 1, `)}}`,
  'keys of a flow map on lines of their own': (n) => `a: {\n${each(n, (at) => ` k${at}: 1,\n`)} }`,
  'one key of a flow map again and again': (n) => `{${'a: b, '.repeat(n)}}`,
  'keys of a block map': (n) => each(n, (at) => `k${at}: 1\n`),
  'keys in quotes': (n) => each(n, (at) => `"k ${at}": 1\n`),
  'one key of a block map again and again': (n) => 'a: b\n'.repeat(n),
  'explicit keys': (n) => each(n, (at) => `? k${at}\n: v\n`),
  'keys that are maps': (n) => each(n, (at) => `? {a: ${at}}\n: v\n`),
  'items of a list': (n) => '- a\n'.repeat(n),
  'items in brackets': (n) => `[${'a, '.repeat(n)}]`,
  'maps in brackets': (n) => `[${'{a: b}, '.repeat(n)}]`,
  'lines of a literal text': (n) => `a: |\n${'  b\n'.repeat(n)}`,
  'lines of a folded text': (n) => `a: >\n${'  b\n\n'.repeat(n)}`,
  'many block texts': (n) => each(n, (at) => `k${at}: |\n  b\n`),
  'lines in double quotes': (n) => `a: "${'x\n '.repeat(n)}"`,
  'lines in single quotes': (n) => `a: '${'x\n '.repeat(n)}'`,
  escapes: (n) => `a: "${'\\n\\x41'.repeat(n)}"`,
  'quotes in quotes': (n) => `a: '${"''".repeat(n)}'`,
  'many texts in quotes': (n) => '- "a b"\n'.repeat(n),
  'comments between keys': (n) => each(n, (at) => `# c\nk${at}: 1 # d\n`),
  'comments in brackets': (n) => `a: [\n${'  b, # c\n'.repeat(n)}  ]`,
  'comments further in': (n) => `a:\n${'  # c\n'.repeat(n)}  b: c\n`,
  anchors: (n) => each(n, (at) => `- &a${at} b\n`),
  'anchors and as many aliases as there may be': (n) =>
    each(n, (at) => `- &a${at} b\n`) + each(inputLimits.aliases, (at) => `- *a${at}\n`),
  'aliases of one anchor': (n) => `- &a b\n${'- *a\n'.repeat(n)}`,
  'aliases of many anchors': (n) => each(n, (at) => `- &a${at} b\n- *a${at}\n`),
  'aliases of a large value': (n) => `- &a [${'b, '.repeat(n)}]\n${'- *a\n'.repeat(n)}`,
  'aliases without an anchor': (n) => each(n, (at) => `- *a${at}\n`),
  merges: (n) => `- &a {b: c}\n${'- <<: *a\n'.repeat(n)}`,
  'merges of a large map': (n) =>
    `- &a {${each(n, (at) => `k${at}: 1, `)}}\n${'- <<: *a\n'.repeat(n)}`,
  'deep blocks': (n) => each(Math.ceil(n / 100), (at) => block(at).replace('k', `k${at}`)),
  'deep brackets': (n) => `- ${'['.repeat(200)}${']'.repeat(200)}\n`.repeat(Math.ceil(n / 100)),
  documents: (n) => '---\na: b\n'.repeat(n),
  'documents without a value': (n) => '---\n'.repeat(n),
  'ends of documents': (n) => 'a: b\n...\n'.repeat(n),
  directives: (n) => '%YAML 1.1\n---\na: b\n...\n'.repeat(n),
  tags: (n) => '- !!str a\n- !foo b\n'.repeat(n),
  'digits of one number': (n) => '1'.repeat(n),
  'mistakes on each line': (n) => '}\na: b: c\n'.repeat(n),
}

describe('the time that a text of YAML takes grows with its length', () => {
  test.for(Object.entries(inputs))('%s', ([name, make]) => {
    expectLinear(name, make, parseYaml)
  })
})

describe('the time that manifests take grows with their length', () => {
  const names = ['keys of a flow map', 'documents', 'aliases of many anchors', 'deep blocks']
  test.for([...names, 'ends of documents', 'many block texts'])('%s', (name) => {
    const make = inputs[name]
    expect(make).toBeDefined()
    if (make !== undefined) expectLinear(name, make, parseManifests)
  })
})

test('the time to find places grows with their number', () => {
  expectLinear(
    'places',
    (n) => ({ n, text: each(n, (at) => `k${at}: {a: 1}\n`) }),
    ({ n, text }) => {
      const [document] = parseYaml(text)
      for (let at = 0; at < n; at++) {
        document?.rangeOf([`k${at}`, 'a'])
        document?.keyRangeOf([`k${at}`])
      }
    },
  )
})
