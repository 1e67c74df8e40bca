import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countExamples, refreshPage } from './example-pages.ts'

test.for(['types.md', 'markers-in-use.md'])('docs/%s shows what kops gives', async (name) => {
  const page = readFileSync(`docs/${name}`, 'utf8')
  expect(countExamples(page)).toBe(page.match(/^```ts$/gm)?.length)
  await expect(await refreshPage(page)).toMatchFileSnapshot(`../docs/${name}`)
})
