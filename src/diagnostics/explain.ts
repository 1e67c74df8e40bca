import { abbreviate } from './abbreviate.ts'
import type { CodeDefinition, CodeExample } from './code-definition.ts'
import { codes } from './codes.ts'

/** Every code with its row, sorted by code. */
export function listCodes(): readonly (readonly [string, CodeDefinition])[] {
  return Object.entries<CodeDefinition>(codes).sort(([left], [right]) => (left < right ? -1 : 1))
}

/** What `kops explain` prints of one code: the rule, the way out and an example. */
export function explainCode(code: string, definition: CodeDefinition): string {
  const { severity, message, why, remedy, example } = definition
  const files = Object.entries(example.files).map(
    ([path, text]) => `${path}:\n${indent(abbreviate(text))}`,
  )
  const call = commandLine(example)
  return [
    `${severity}[${code}]: ${message}\n`,
    `why: ${sentence(why)}`,
    `help: ${sentence(remedy)}\n`,
    `example (\`${call}\`${inCluster(example)} gives this ${severity}${isShortened(example) ? '; shortened here' : ''}):\n`,
    ...files.map((file) => `${indent(file)}\n`),
  ].join('\n')
}

/** What `kops explain` prints without a code: one line each, by area. */
export function renderCodeList(): string {
  const rows = listCodes()
  const width = Math.max(...rows.map(([code]) => code.length)) + 2
  return rows.map(([code, { message }]) => `${code.padEnd(width)}${message}\n`).join('')
}

/** The page `docs/diagnostics.md`. */
export function renderCodePage(): string {
  const rows = listCodes()
  const areas = [...new Set(rows.map(([code]) => areaOf(code)))]
  const sections = areas.map((area) => {
    const own = rows.filter(([code]) => areaOf(code) === area)
    return [`## ${area}\n`, ...own.map(([code, definition]) => renderEntry(code, definition))].join(
      '\n',
    )
  })
  return `${pageHead}\n${sections.join('\n')}`
}

const pageHead = `# Diagnostics

Every problem that kops can tell of, by code. \`kops explain CODE\` prints the same in a terminal. An error means that
nothing was written; a warning, that something was, though likely not what was meant. A code is never renamed.
This page is made from the table in \`src/diagnostics/codes/\` by \`make golden\`; each example is run by a test.
`

function renderEntry(
  code: string,
  { severity, message, why, remedy, example }: CodeDefinition,
): string {
  const call = commandLine(example)
  const files = Object.entries(example.files).map(
    ([path, text]) =>
      `\`${path}\`\n\n${fence(text)}${languageOf(path)}\n${abbreviate(text.trimEnd())}\n${fence(text)}\n`,
  )
  return [
    `### ${code}\n`,
    `${severity}: ${message}\n`,
    `${sentence(why)}\n`,
    `Help: ${sentence(remedy)}\n`,
    `Shown by \`${call}\`${inCluster(example)}${files.length === 0 ? '.' : ` with${isShortened(example) ? ' (shortened here)' : ''}:`}\n`,
    ...files,
  ].join('\n')
}

function areaOf(code: string): string {
  return code.slice(0, code.indexOf('/'))
}

/** The table says a phrase or sentences; a page has sentences. */
function sentence(text: string): string {
  const start = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
  return /[.?!]$/.test(start) ? start : `${start}.`
}

function commandLine({ arguments: words = ['manifests'] }: CodeExample): string {
  return ['kops', ...words.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word}'`))].join(
    ' ',
  )
}

function inCluster({ cluster, surroundings }: CodeExample): string {
  if (surroundings !== undefined) return ` ${surroundings}`
  return cluster === undefined ? '' : ` in a cluster ${cluster}`
}

/** Returns whether the shown files are not the whole example. */
function isShortened({ files }: CodeExample): boolean {
  return Object.values(files).some((text) => abbreviate(text) !== text)
}

function languageOf(path: string): string {
  return (
    path
      .slice(path.lastIndexOf('/') + 1)
      .split('.')
      .slice(1)
      .at(-1) ?? 'text'
  )
}

/** One backtick more than the text itself has in a row. */
function fence(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  return '`'.repeat(longest + 1)
}

function indent(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`.trimEnd())
    .join('\n')
}
