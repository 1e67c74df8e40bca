import { expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../../src/apimachinery/custom-resource-definition.ts'
import { roundTrip, widgetWith, widgetWithField } from './round-trip.ts'

/*
 * Descriptions of any characters: as comments where a comment can hold them.
 */

const text = (description: string): JSONSchemaProps => ({ description, type: 'string' })

const descriptions: readonly string[] = [
  'One line.',
  'Two lines.\nThe second.',
  'A paragraph.\n\nAnother.',
  'A list:\n- one\n  - below\n* two',
  '    indented from the start',
  ' leads and trails ',
  'trails on a line  \nand goes on',
  'two blank lines\n\n\nin a row',
  'a final line feed\n',
  '\na first line feed',
  'tab\tand\ttab\t',
  '+kubebuilder:validation:Minimum=1',
  'text\n+optional\ntext',
  'TODO: later',
  'text\nTODO(me) later\ntext',
  'before\n---\nafter',
  'closes */ a comment',
  '/** opens one */',
  'a regular expression: `^[a-z]*/$`',
  '@default 5',
  'has\n@minimum 3 in a line',
  'ask @alice or a@example.com',
  '@param name of something',
  '@deprecated use another',
  '```yaml\nkey: value\n+item\n```',
  '```\nnever closed',
  '~~~\n+a\n---\n~~~',
  'a \\ backslash, a `tick`, ${hole} and </script>',
  'carriage\r\nreturn',
  'line\u2028separator and \u0085next line',
  'no-break\u00a0space and byte order \ufeffmark',
  'naïve 漢字 😀',
  '// a comment in a comment',
  'eslint-disable-next-line',
  '@ts-ignore',
  '/ starts with a slash',
  'Copyright of somebody, licensed to nobody',
  '@license MIT',
  'x'.repeat(5000),
  '*',
  '* starts like a comment line',
  '{@link Something}',
]

test.for(descriptions)('keeps the description %j', async (description) => {
  const crd = widgetWithField(text(description))
  const { crds, errors } = await roundTrip([crd])
  expect(errors).toEqual([])
  expect(crds).toEqual([crd])
})

test.for(descriptions)(
  'keeps it above an item, a value, an object and a kind: %j',
  async (description) => {
    const spec: JSONSchemaProps = {
      description,
      type: 'object',
      properties: {
        items: {
          type: 'array',
          items: { type: 'object', properties: { a: { type: 'string' } }, description },
        },
        texts: { type: 'array', items: text(description) },
        values: { type: 'object', additionalProperties: text(description) },
      },
    }
    const crd = widgetWith(spec, { root: { description } })
    const { crds, errors } = await roundTrip([crd])
    expect(errors).toEqual([])
    expect(crds).toEqual([crd])
  },
)
