import { test } from 'vitest'
import { followPage } from './follow-page.ts'

test('docs/importing.md can be followed to the end', { timeout: 900_000 }, async (context) => {
  await followPage('docs/importing.md', context)
})
