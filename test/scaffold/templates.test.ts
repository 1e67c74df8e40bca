import fc from 'fast-check'
import { execaSync } from 'execa'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { listTemplates, renderText } from '../../src/scaffold/templates.ts'

function render(text: string, data: object): string {
  return renderText(text, data, 'test')
}

test.for<[text: string, data: object, wanted: string]>([
  ['{{group}}/{{version}}', { group: 'apps.my.domain', version: 'v1' }, 'apps.my.domain/v1'],
  ['{{lower kind}} {{upper kind}}', { kind: 'Application' }, 'application APPLICATION'],
  ['{{#if x}}yes{{else}}no{{/if}}', { x: undefined }, 'no'],
  ['{{#each xs}}{{name}}:{{@index}} {{/each}}', { xs: [{ name: 'a' }, { name: 'b' }] }, 'a:0 b:1 '],
  ['{{#each xs}}{{this}},{{/each}}', { xs: ['a', 'b'] }, 'a,b,'],
  ['{{{header}}}', { header: '/* <any> "text" */' }, '/* <any> "text" */'],
  ['{{ts x}}', { x: 'it\'s "\\\n' }, String.raw`'it\'s "\\\n'`],
  ['{{yaml a}} {{yaml b}}', { a: 'yes', b: 'plain' }, '"yes" plain'],
  ['{{make x}}', { x: '$(shell x) # y\nz' }, '$$(shell x) \\# y z'],
  ['{{comment x}}', { x: 'a */ b\nc' }, 'a *\\/ b c'],
])('%s with %j gives %s', ([text, data, wanted]) => {
  expect(render(text, data)).toBe(wanted)
})

test.for<[text: string, data: object]>([
  ['{{x}}', {}],
  ['{{#if x}}a{{/if}}', {}],
  ['{{#each x}}a{{/each}}', {}],
  ['{{ts x}}', {}],
  ['{{o.x}}', { o: { y: 1 } }],
  ['{{nosuchhelper x}}', { x: 1 }],
  ['{{x}}', { x: null }],
  ['{{ts x}}', { x: undefined }],
  ['{{ts x}}', { x: { a: 1 } }],
])('%s with %j is an error', ([text, data]) => {
  expect(() => render(text, data)).toThrow('template test')
})

describe('no value ends the place that it stands in', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '`${process.exit()}`',
      '"; rm -rf / #',
      '*/',
      '{{ .X }}',
      'a\nkind: Secret',
      "'",
      '\\',
      '\u2028',
    ),
  )

  test('a bare value', () => {
    fc.assert(
      fc.property(value, (x) => {
        try {
          expect(render('{{x}}', { x })).toMatch(/^[\w./@:+^~-]*$/)
        } catch (error) {
          expect(String(error)).toContain('needs one of')
        }
      }),
    )
  })
  test('TypeScript', () => {
    fc.assert(
      fc.property(value, (x) => {
        const read: unknown = runInNewContext(render('{{ts x}}', { x }))
        expect(read).toBe(x)
      }),
    )
  })
  test('JSON', () => {
    fc.assert(
      fc.property(value, (x) => {
        expect(JSON.parse(render('{{json x}}', { x }))).toBe(x)
      }),
    )
  })
  test('YAML', () => {
    fc.assert(
      fc.property(value, (x) => {
        const [document] = parseYaml(render('a: {{yaml x}}\nb: 1\n', { x }))
        expect(document).toMatchObject({ value: { a: x, b: 1 }, problems: [] })
      }),
    )
  })
  test('a comment', () => {
    fc.assert(
      fc.property(value, (x) => {
        const text = render('/* {{comment x}} */', { x })
        expect(text.indexOf('*/')).toBe(text.length - 2)
        expect(text).not.toMatch(/[\n\r\u2028\u2029]/)
      }),
    )
  })
  test('a shell', () => {
    const words = fc.array(
      value.filter((x) => !/[\0\ud800-\udfff]/.test(x)),
      { minLength: 20, maxLength: 20 },
    )
    fc.assert(
      fc.property(words, (xs) => {
        const script = render("printf '%s\\0'{{#each xs}} {{shell this}}{{/each}}", { xs })
        const { stdout } = execaSync('sh', ['-c', script], { stripFinalNewline: false })
        expect(stdout.split('\0')).toEqual([...xs, ''])
      }),
      { numRuns: 20 },
    )
  })
})

test('the sets of templates are found', () => {
  expect(listTemplates('init')).toContain('package.json')
})
