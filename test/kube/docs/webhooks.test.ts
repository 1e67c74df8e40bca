import { test } from 'vitest'
import { followPage } from './follow-page.ts'

test.for(['docs/webhooks.md', 'docs/certificates.md'])(
  '%s can be followed to the end',
  { timeout: 900_000 },
  async (page, context) => {
    await followPage(page, context)
  },
)
