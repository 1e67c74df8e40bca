/** The text above a generated file, and the year that stands for `YEAR` in it. */
export interface HeaderSource {
  readonly text: string
  readonly year?: number | undefined
}

/** What begins a comment line in YAML and in TypeScript. */
const commentStarts = { yaml: '#', typescript: '//' } as const

/** A header as comment lines of the given language, whatever kind of comment its file holds. */
export function renderHeader(
  { text, year }: HeaderSource,
  language: keyof typeof commentStarts,
): string {
  const start = commentStarts[language]
  return withoutCommentSigns(text)
    .map((line) => (year === undefined ? line : line.replaceAll(/\bYEAR\b/g, String(year))))
    .map((line) => `${start} ${line}`.trimEnd() + '\n')
    .join('')
}

/** Whether the header cannot be written before a year is known. */
export function needsYear({ text, year }: HeaderSource): boolean {
  return year === undefined && /\bYEAR\b/.test(text)
}

/** The lines of a header file without `/*`, ` *`, `//` or `#`, and without blank lines at either end. */
function withoutCommentSigns(text: string): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|[\n\r\u0085\u2028\u2029]/)
  const isBlock = /^\s*\/\*/.test(text)
  const bare = lines.map((line) =>
    isBlock
      ? line
          .replace(/^\s*\/\*+ ?/, '')
          .replace(/\s*\*+\/\s*$/, '')
          .replace(/^\s*\* ?/, '')
      : line.replace(/^\s*(?:\/\/+|#+) ?/, ''),
  )
  const isText = (line: string): boolean => line.trim() !== ''
  return bare.slice(Math.max(bare.findIndex(isText), 0), bare.findLastIndex(isText) + 1)
}
