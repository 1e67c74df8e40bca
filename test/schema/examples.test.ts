import { expect, test } from 'vitest'
import { schemaCodes } from '../../src/diagnostics/codes/schema.ts'
import { readKinds } from './read-widget.ts'

test.for(Object.entries(schemaCodes))('the example of %s shows it alone', async ([code, each]) => {
  const files: Readonly<Record<string, string>> = each.example.files
  const source = Object.entries(files).find(([path]) => path.endsWith('.ts'))
  const result = await readKinds(source?.[1] ?? '', { insideProject: 'PROJECT' in files })
  expect(result.codes).toEqual([code])
  expect(result.pointed).not.toEqual([''])
  expect([...result.notes.flat(), ...result.helps.flat()]).not.toEqual([])
  expect(result.diagnostics[0]?.message).toMatch(/^.{1,100}$/)
})
