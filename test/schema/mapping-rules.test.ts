import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findNamedTests } from '../named-tests.ts'
import { mappingRules } from './mapping-rules.ts'

const folder = 'src/schema/types'

const builders = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return [...text.matchAll(/^export function (\w+)/gm)].map(([, builder = '']) => builder)
})

test.for(mappingRules)('$rule: is held', ({ tests, cases, keptBy }) => {
  expect(builders).toContain(keptBy)
  expect(Object.keys(tests)).not.toEqual([])
  for (const [file, words] of Object.entries(tests)) {
    const bodies = findNamedTests(join('test', file), words).map(({ body }) => body)
    expect(bodies, `tests of ${file} with ${words}`).not.toEqual([])
    for (const body of bodies) expect(body, words).toMatch(/\b(?:expect\w*|assert)\b/)
  }
  for (const name of cases) {
    expect(existsSync(`test/cases/generate/${name}/want`), name).toBe(true)
  }
})

test('every function that maps types has a rule', () => {
  const kept = new Set(mappingRules.map(({ keptBy }) => keptBy))
  const judged = mappingRules.filter(({ cases }) => cases.length > 0)
  console.log(
    `mapping: ${mappingRules.length} rules of ${kept.size} functions are held by a test (100 %), ${judged.length} of them by the API server too`,
  )
  expect(builders.filter((name) => !kept.has(name))).toEqual([])
})

test('every case about types is named by a rule', () => {
  const aboutMarkers =
    /^(bounds|cel|conversion-webhook|defaults|description|embedded|immutable|item-markers|kubernetes-type-|no-status|object-meta-kept|one-of|patterns|preserved|rbac|resource|several-kinds|titles|topology|version|webhooks)/
  const named = new Set(mappingRules.flatMap(({ cases }) => cases))
  const unnamed = readdirSync('test/cases/generate').filter((name) => !named.has(name))
  expect(unnamed.filter((name) => !aboutMarkers.test(name))).toEqual([])
})
