import { marked, type Token, type Tokens } from 'marked'
import { parseAllDocuments } from 'yaml'
import { toWellFormed } from '../../src/apimachinery/well-formed-text.ts'

/*
 * What files are made of, without the texts in them: one line for each part. `filler` is the text that stands in every
 * place that takes any, keys among them.
 */

/** Returns the paths of all values of all documents and their kinds, after the mistakes of the syntax. */
export function outlineYaml(text: string, filler: string): string[] {
  const documents = parseAllDocuments(text)
  return [...documents].flatMap((document, index) => [
    ...[...document.errors, ...document.warnings].map(({ message }) => `problem: ${message}`),
    ...outlineValue(document.toJS(), { path: `document ${index}`, filler }),
  ])
}

/** Returns the paths of all values of a JSON text and their kinds, or what is wrong with it. */
export function outlineJson(text: string, filler: string): string[] {
  try {
    return outlineValue(JSON.parse(text), { path: 'document', filler })
  } catch (error) {
    return [`problem: ${String(error)}`]
  }
}

interface Place {
  readonly path: string
  readonly filler: string
}

/** Keys stand in the order of their names, the filler under a name of its own. */
function outlineValue(value: unknown, { path, filler }: Place): string[] {
  if (Array.isArray(value)) {
    const members = value.flatMap((member, index) =>
      outlineValue(member, { path: `${path}[${index}]`, filler }),
    )
    return [`${path}: list of ${value.length}`, ...members]
  }
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`]
  return Object.entries(value)
    .map(([key, member]) => [toWellFormed(key).replaceAll(filler, '<filler>'), member] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([key, member]) => [
      `${path} has ${key}`,
      ...outlineValue(member, { path: `${path}.${key}`, filler }),
    ])
}

/** Returns targets, recipes and the names of variables: how make reads the lines. */
export function outlineMakefile(text: string): string[] {
  return text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) =>
      line.startsWith('\t') ? 'recipe' : line.replace(/^([^:=?]*[:?]?=|[^:]*:).*$/, '$1'),
    )
}

/** Returns the instructions of a Dockerfile. */
export function outlineDockerfile(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split(' ', 1)[0] ?? '')
}

/** Returns what a page has beside its texts: headings, the cells of each table, links and HTML, in the order of names. */
export function outlineMarkdown(text: string): string[] {
  const tokens = allTokens(marked.lexer(text))
  const anchors = tokens
    .filter(({ type }) => type === 'heading')
    .map((token) => `#${(token as Tokens.Heading).text.toLowerCase().replaceAll('\\', '')}`)
  return tokens.flatMap((token) => outlineToken(token, anchors)).toSorted()
}

function outlineToken(token: Token, anchors: readonly string[]): string[] {
  if (token.type === 'heading') return [`heading ${(token as Tokens.Heading).depth}`]
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [`table of ${header.length} by ${rows.length}`]
  }
  if (token.type === 'link') {
    const { href } = token as Tokens.Link
    // Types are named after fields.
    return [anchors.includes(href) ? 'link to a heading' : `link ${href}`]
  }
  if (token.type === 'html') return [`html ${token.raw}`]
  return token.type === 'image' || token.type === 'def' ? [token.type] : []
}

/** All tokens, those within others and in cells of tables among them. */
function allTokens(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token) => {
    const table = token.type === 'table' ? (token as Tokens.Table) : undefined
    const cells = table === undefined ? [] : [...table.header, ...table.rows.flat()]
    const items = token.type === 'list' ? (token as Tokens.List).items : []
    const inner = 'tokens' in token ? (token.tokens ?? []) : []
    return [token, ...allTokens([...inner, ...items, ...cells.flatMap((cell) => cell.tokens)])]
  })
}
