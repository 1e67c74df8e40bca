import { expect, test } from 'vitest'
import { pluralize } from '../../src/apimachinery/plural.ts'
import { readPlurals, renderHead } from '../oracle/plurals/plurals.ts'

test('pluralize() gives 500 kinds the plurals of controller-gen', async () => {
  const { rows } = await readPlurals()
  expect(rows).toHaveLength(500)
  expect(rows.map(({ kind }) => ({ kind, plural: pluralize(kind) }))).toEqual(rows)
})

test('the table of plurals was made for the kinds that it lists', async () => {
  const { head, rows } = await readPlurals()
  expect(head).toBe(renderHead(rows.map(({ kind }) => kind)))
})
