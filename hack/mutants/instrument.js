import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/*
 * Mutants of source files, by Stryker's instrumenter: all of its mutators but that of string literals. The mutants of
 * a file stand in it side by side, each behind a switch, so that one process can judge them all.
 */

const quiet = () => undefined
const logger = {
  isDebugEnabled: () => false,
  isTraceEnabled: () => false,
  trace: quiet,
  debug: quiet,
  info: quiet,
  warn: console.warn,
  error: console.error,
}
const options = {
  mutator: { plugins: null, excludedMutations: ['StringLiteral'] },
  plugins: null,
  excludedMutations: ['StringLiteral'],
  ignorers: [],
  appendPlugins: [],
}

/** The files of an area, with forward slashes. */
export function filesBelow(paths, suffix) {
  return paths.flatMap((path) =>
    statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true })
          .map((name) => join(path, name).replaceAll('\\', '/'))
          .filter((name) => name.endsWith(suffix))
          .sort()
      : [path],
  )
}

/** The instrumented text of each file, and its mutants. */
export async function instrument(paths) {
  const files = paths.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const { files: instrumented, mutants } = await new Instrumenter(logger).instrument(files, options)
  const texts = new Map(files.map(({ name, content }) => [name, content]))
  return {
    texts: new Map(instrumented.map(({ name, content }) => [name, content])),
    mutants: nameMutants(
      mutants
        .filter(({ status }) => status === undefined)
        .map((mutant) => describeMutant(mutant, texts.get(mutant.fileName))),
    ),
  }
}

/** What a mutant changes, in words that stay the same while other lines move. */
function describeMutant({ id, fileName, location, mutatorName, replacement }, text) {
  const lines = text.split('\n')
  const { start, end } = location
  const offset = ({ line, column }) =>
    lines.slice(0, line).reduce((sum, each) => sum + each.length + 1, 0) + column
  return {
    id,
    file: fileName,
    line: start.line + 1,
    at: lines[start.line].trim(),
    mutator: mutatorName,
    original: shorten(text.slice(offset(start), offset(end))),
    replacement: shorten(replacement),
  }
}

function shorten(code) {
  const plain = code.replace(/\s+/g, ' ').trim()
  return plain.length <= 120 ? plain : `${plain.slice(0, 60)} … ${plain.slice(-50)}`
}

/** Mutants that read the same are told apart by their order. */
function nameMutants(mutants) {
  const counts = new Map()
  return mutants.map((mutant) => {
    const name = keyOf(mutant)
    const nth = (counts.get(name) ?? 0) + 1
    counts.set(name, nth)
    return { ...mutant, nth, key: keyOf({ ...mutant, nth }) }
  })
}

/** What a mutant and its entry in `test/mutants.json` have in common. */
export function keyOf({ file, at, mutator, original, replacement, nth = 1 }) {
  const text = [file, at, mutator, original, replacement, nth].join('\n')
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
