// Prints the distinct marker lines of Go packages, each with what it stands above, one a line:
//   node collect-marker-lines.mjs FOLDER… > marker-lines.txt
// FOLDER: the sources of k8s.io/api and of cert-manager's API packages in Go's module cache.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

function goFiles(path) {
  if (statSync(path).isFile())
    return path.endsWith('.go') && !path.endsWith('_test.go') ? [path] : []
  return readdirSync(path)
    .sort()
    .flatMap((name) => goFiles(join(path, name)))
}

/** What the first line below that is neither blank nor a comment declares. */
function targetBelow(lines, index) {
  const below = lines.slice(index).find((line) => !/^\s*(\/\/|$)/.test(line)) ?? ''
  const above = lines.slice(0, index).findLast((line) => /^[a-z})]/.test(line)) ?? ''
  if (/^type\s/.test(below)) return 'type'
  if (/^type\s.*struct\s*\{/.test(above) && /^\s/.test(below)) return 'field'
  if (/^type\s*\($/.test(above)) return 'type'
  if (/^(package|import|const|var|func)\b/.test(below) || below === '') return 'package'
  return /^(const|var)\b/.test(above) ? 'value' : 'other'
}

const found = new Set()
for (const file of process.argv.slice(2).flatMap(goFiles)) {
  const lines = readFileSync(file, 'utf8').split('\n')
  lines.forEach((line, index) => {
    const marker = /^\s*\/\/\s*(\+[A-Za-z].*?)\s*$/.exec(line)?.[1]
    if (marker !== undefined) found.add(`${targetBelow(lines, index)} ${marker}`)
  })
}
process.stdout.write([...found].sort((left, right) => (left < right ? -1 : 1)).join('\n') + '\n')
