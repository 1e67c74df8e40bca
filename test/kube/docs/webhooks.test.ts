import { test } from 'vitest'
import { followPage } from './follow-page.ts'

test('docs/webhooks.md can be followed to the end', { timeout: 900_000 }, async (context) => {
  await followPage('docs/webhooks.md', context)
})
