import { test } from 'vitest'
import { followPage } from './docs/follow-page.ts'

test('docs/getting-started.md can be followed to the end', async (context) => {
  const walk = await followPage('docs/getting-started.md', context)
  await walk.runTests()
})
