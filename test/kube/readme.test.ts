import { test } from 'vitest'
import { followPage } from './docs/follow-page.ts'

test('README.md can be followed to the end', async (context) => {
  await followPage('README.md', context)
})
