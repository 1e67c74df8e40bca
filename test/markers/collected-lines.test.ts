import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFile, readLine } from './reading.ts'

const lines = readFileSync(new URL('collected/marker-lines.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => ({
    target: line.slice(0, line.indexOf(' ')),
    marker: line.slice(line.indexOf(' ') + 1),
  }))

test('the lines of k8s.io/api and of cert-manager are there', () => {
  expect(lines.length).toBeGreaterThan(600)
})

test.for(lines)('$marker above a $target is no error', ({ target, marker }) => {
  const { diagnostics } =
    target === 'type' || target === 'field'
      ? readLine(marker, target)
      : readFile(`// ${marker}\n`, { strict: target === 'package' })
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
})
