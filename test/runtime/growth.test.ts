import { describe, test } from 'vitest'
import { copyJson } from '../../src/apimachinery/copy-json.ts'
import { matchLabelSelector, parseLabelSelector } from '../../src/apimachinery/label-selector.ts'
import {
  isLabelValue,
  isQualifiedName,
  validateApiGroup,
  validateDns1123Subdomain,
} from '../../src/apimachinery/names.ts'
import { checkRequestPath, pathSegment } from '../../src/apimachinery/path-segment.ts'
import { compareResourceVersions } from '../../src/apimachinery/resource-version.ts'
import { parseFieldSelector } from '../../src/runtime/cache/selection.ts'
import { readKubeconfig } from '../../src/runtime/client/config/kubeconfig.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { LineDecoder } from '../../src/runtime/client/line-decoder.ts'
import { createMergePatch } from '../../src/runtime/controller/merge-patch.ts'
import { deepFreeze } from '../../src/runtime/informer/deep-freeze.ts'
import { PrometheusRegistry } from '../../src/runtime/metrics/prometheus-registry.ts'
import { diffJson, renderJsonPatch } from '../../src/runtime/webhook/admission/json-patch.ts'
import { cleanWarnings } from '../../src/runtime/webhook/admission/warnings.ts'
import { readTimeout } from '../../src/runtime/webhook/deadline.ts'
import { expectLinear } from '../growth.ts'

/** What a text of `n` parts costs. */
type Case = readonly [name: string, make: (n: number) => string]

/** A text that was put together is copied when it is first read. */
const flat = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

const each = (cases: readonly Case[], run: (text: string) => unknown): void => {
  test.for(cases)('%s', ([name, make]) => expectLinear(name, (n) => flat(make(n)), run))
}

const signs = [',', '(', ')', '=', '!', ' ', '\\', '%', '/', '.', '-', '"', '1', '1s', '0.', 'a.']

const repeated: readonly Case[] = signs.map((sign) => [`of ${sign}`, (n) => sign.repeat(n * 8)])

describe('the time that a text takes grows with its length: label selector', () => {
  each(repeated, parseLabelSelector)
  each(
    [
      ['of terms', (n) => 'a=b,'.repeat(n).slice(0, -1)],
      ['of sets', (n) => 'a in (b,c),'.repeat(n).slice(0, -1)],
      ['of one set', (n) => `a in (${'b,'.repeat(n)}b)`],
      ['of open sets', (n) => 'a in (b,'.repeat(n)],
      ['of one key', (n) => 'a'.repeat(n * 8)],
      ['that ends badly', (n) => `${'a'.repeat(n * 8)} ${' '.repeat(n * 8)}(`],
    ],
    (text) => parseLabelSelector(text)({ a: 'b' }),
  )
})

describe('the time that a text takes grows with its length: field selector', () => {
  each(repeated, (text) => parseFieldSelector(text))
  each(
    [
      ['of terms', (n) => 'a=b,'.repeat(n).slice(0, -1)],
      ['of escapes', (n) => `a=${'\\,'.repeat(Math.min(n, 60_000))}`],
    ],
    (text) => parseFieldSelector(text),
  )
})

describe('the time that a text takes grows with its length: names and paths', () => {
  const texts: readonly Case[] = [
    ...repeated,
    ['of labels with a bad end', (n) => `${'aa.'.repeat(n * 4)}!`],
    ['of dashes with a bad end', (n) => `a${'-'.repeat(n * 8)}!`],
  ]
  each(texts, (text) => [validateDns1123Subdomain(text), validateApiGroup(text)])
  each(texts, (text) => [isQualifiedName(text), isLabelValue(text)])
  each(texts, (text) => compareResourceVersions(text, `${text}1`))
  each(texts, (text) => pathSegment('name', text))
  each(texts, (text) => checkRequestPath(`/${text}`))
})

describe('the time that a text takes grows with its length: durations and warnings', () => {
  each(repeated, (text) => readTimeout(`/x?timeout=${text}`))
  each(repeated, (text) => cleanWarnings([text]))
})

describe('the time that JSON takes grows with its size', () => {
  const objects = (n: number, more: object = {}): object =>
    Object.fromEntries(Array.from({ length: n }, (_, at) => [`k${at}`, { a: [at, 'x'], ...more }]))
  const lists = (n: number, extra: readonly unknown[] = []): unknown => {
    let list: unknown = ['end']
    for (let depth = 0; depth < 100; depth++) {
      list = [list, Array.from({ length: Math.ceil(n / 100) }, (_, at) => at), ...extra]
    }
    return list
  }
  test.for<[string, (n: number) => readonly [unknown, unknown]]>([
    ['fields that change', (n) => [objects(n), objects(n, { b: 1 })]],
    ['fields that come', (n) => [{}, objects(n)]],
    ['fields that go', (n) => [objects(n), {}]],
    ['items that go', (n) => [Array.from({ length: n }, (_, at) => at), []]],
    ['items that come first', (n) => [['a'], [...Array.from({ length: n }, (_, at) => at), 'a']]],
    ['lists in lists that are resized', (n) => [lists(n), lists(n, ['more'])]],
    ['lists that are the same but for their end', (n) => [[[lists(n), 1], 1], [[lists(n), 2]]]],
  ])('in a JSON patch: %s', ([name, make]) => {
    expectLinear(name, make, ([before, after]) => renderJsonPatch(diffJson(before, after)))
  })

  test('in a merge patch', () => {
    const make = (n: number): readonly [object, object] => [objects(n), objects(n, { b: 1 })]
    expectLinear('a merge patch', make, ([before, after]) =>
      createMergePatch(before as Record<string, unknown>, after as Record<string, unknown>),
    )
  })

  test('in copies and frozen objects', () => {
    expectLinear('a frozen copy', objects, (value) => deepFreeze(copyJson(value)))
  })

  test('in a selector', () => {
    const make = (n: number): string[] => Array.from({ length: n }, (_, at) => `v${at}`)
    expectLinear('a selector', make, (values) => {
      const matches = matchLabelSelector({
        matchExpressions: [{ key: 'a', operator: 'In', values }],
      })
      return values.map((value) => matches({ a: value }))
    })
  })
})

describe('the time that a stream takes grows with its length', () => {
  test.for<[string, (n: number) => readonly Buffer[]]>([
    ['lines in one chunk', (n) => [Buffer.from('{"a":1}\n'.repeat(n))]],
    ['empty lines', (n) => [Buffer.from('\r\n'.repeat(n * 4))]],
    ['one line in chunks', (n) => Array.from({ length: n }, () => Buffer.from('aaaaaaaa'))],
    ['a byte at a time', (n) => Array.from({ length: n }, () => Buffer.from('a'))],
    ['a line and a bit', (n) => Array.from({ length: n }, () => Buffer.from('a\nb'))],
  ])('%s', ([name, make]) => {
    expectLinear(name, make, (chunks) => {
      const decoder = new LineDecoder()
      for (const chunk of chunks) decoder.push(chunk)
      decoder.push(Buffer.from('\n'))
    })
  })
})

test('the time that metrics take grows with their number', () => {
  expectLinear(
    'metrics',
    (n) => n,
    (n) => {
      const registry = new PrometheusRegistry()
      const counter = registry.counter({ name: 'a_total', help: '', labelNames: ['b'] })
      for (let at = 0; at < n; at++) counter.increment({ b: `${at}\n"\\` })
      return registry.render()
    },
  )
})

describe('the time that a kubeconfig takes grows with its length', () => {
  each(
    [
      ['of users', (n) => `users:\n${'- {name: a, user: {token: b}}\n'.repeat(n)}`],
      ['of keys', (n) => Array.from({ length: n }, (_, at) => `k${at}: {}\n`).join('')],
      ['of lines', (n) => `a: ${'b\n   '.repeat(n)}`],
      ['of spaces', (n) => `a: b${' '.repeat(n * 8)}`],
      ['of comments', (n) => '# a\n'.repeat(n)],
      ['of documents', (n) => '---\na: b\n'.repeat(n)],
      ['of anchors', (n) => Array.from({ length: n }, (_, at) => `- &a${at} b\n`).join('')],
    ],
    (text) => parseYaml(text).map(({ value }) => readKubeconfig(value, 'config')),
  )
})
