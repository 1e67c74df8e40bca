import { readFileSync } from 'node:fs'

/**
 * The page of help that a command line asks for, from the file that the build made. Absent where the
 * command line is more than words and `--help`, or where there is no such file, as in the sources.
 */
export function findPreparedHelp(argv: readonly string[]): string | undefined {
  const words = helpWords(argv)
  return words === undefined ? undefined : readPages()[words.join(' ')]
}

/** The command whose help is asked for: `create api --help`, `help create api`, or nothing at all. */
function helpWords(argv: readonly string[]): readonly string[] | undefined {
  if (argv.length === 0) return []
  if (argv[0] === 'help') return argv.slice(1)
  const last = argv.at(-1)
  return last === '--help' || last === '-h' ? argv.slice(0, -1) : undefined
}

function readPages(): Readonly<Record<string, string>> {
  try {
    const text = readFileSync(new URL('./help.json', import.meta.url), 'utf8')
    const pages: Record<string, string> = JSON.parse(text)
    return pages
  } catch {
    return {} // not built: commander makes the page
  }
}
