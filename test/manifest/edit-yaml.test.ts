import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import { editYaml, type YamlPath } from '../../src/manifest/edit-yaml.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { renderYaml } from '../../src/manifest/render-yaml.ts'

const text = `# The project.
domain: example.org # ours
layout:
- kops/v1

# settings
plugins:
  kops: {}
  mine:
    key: "kept"   # by hand
resources:
- api:
    crdVersion: v1
  group: ship # short
  kind: Frigate
# the second one
- kind: Captain
version: "3"
`

interface Row {
  readonly name: string
  readonly path: YamlPath
  readonly value: JsonValue | undefined
  readonly from: string
  readonly to: string
}

describe('editYaml() changes what is asked for, and no other byte', () => {
  test.for<Row>([
    {
      name: 'a scalar',
      path: ['domain'],
      value: 'my.domain',
      from: 'example.org',
      to: 'my.domain',
    },
    { name: 'a quoted scalar', path: ['version'], value: '4', from: '"3"', to: '"4"' },
    { name: 'a scalar in a list', path: ['layout', 0], value: 'x/v2', from: 'kops/v1', to: 'x/v2' },
    {
      name: 'a new key among sorted ones',
      path: ['namespaced'],
      value: true,
      from: 'kept"   # by hand\n',
      to: 'kept"   # by hand\n',
    },
    {
      name: 'a new key at its place',
      path: ['projectName'],
      value: 'fleet',
      from: '# by hand\n',
      to: '# by hand\nprojectName: fleet\n',
    },
    {
      name: 'an item at the end',
      path: ['layout', 1],
      value: 'b',
      from: '- kops/v1\n',
      to: '- kops/v1\n- b\n',
    },
    {
      name: 'a key in an empty mapping',
      path: ['plugins', 'kops', 'metrics'],
      value: false,
      from: 'kops: {}',
      to: 'kops:\n    metrics: false',
    },
    {
      name: 'a key that makes its parents',
      path: ['resources', 1, 'api', 'namespaced'],
      value: true,
      from: '- kind: Captain\n',
      to: '- kind: Captain\n  api:\n    namespaced: true\n',
    },
    {
      name: 'a key that goes',
      path: ['resources', 0, 'group'],
      value: undefined,
      from: '  group: ship # short\n',
      to: '',
    },
    {
      name: 'an item that goes',
      path: ['resources', 1],
      value: undefined,
      from: '- kind: Captain\n',
      to: '',
    },
    { name: 'what is there already', path: ['domain'], value: 'example.org', from: '', to: '' },
  ])('$name', ({ name, path, value, from, to }) => {
    const wanted =
      name === 'a new key among sorted ones'
        ? text.replace('\n\n# settings', '\nnamespaced: true\n\n# settings')
        : text.replace(from, to)
    expect(editYaml(text, [{ path, value }])).toBe(wanted)
    const crlf = text.replaceAll('\n', '\r\n')
    expect(editYaml(`\uFEFF${text}`, [{ path, value }])).toBe(`\uFEFF${wanted}`)
    expect(editYaml(crlf, [{ path, value }])).toBe(wanted.replaceAll('\n', '\r\n'))
  })
})

test('comments stay where the document has to be written anew', () => {
  const flow = '# head\na: {b: 1, c: [2]} # tail\n'
  const edited = editYaml(flow, [{ path: ['a', 'd'], value: { e: 'f' } }])
  expect(parseYaml(edited)[0]?.value).toEqual({ a: { b: 1, c: [2], d: { e: 'f' } } })
  expect(edited).toMatch(/^# head\n/)
  expect(edited).toContain('# tail')
})

test('an edit is in the value and nothing else changes, whatever the document', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'plugins')
  const scalar = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.integer(),
    fc.constantFrom('yes', '', 'a: b', '# no', 'x\ny', null),
  )
  const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 3 },
      scalar,
      fc.dictionary(key, tie('tree')),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
  }))
  fc.assert(
    fc.property(
      fc.dictionary(key, tree),
      fc.tuple(key, key),
      tree,
      (root, [first, second], value) => {
        const edited = editYaml(renderYaml(root), [{ path: [first], value: { [second]: value } }])
        expect(parseYaml(edited)).toMatchObject([{ problems: [] }])
        expect(parseYaml(edited)[0]?.value).toEqual({ ...root, [first]: { [second]: value } })
      },
    ),
    { numRuns: 200 },
  )
})
