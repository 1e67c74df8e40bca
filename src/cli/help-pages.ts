import { parseCommandLine } from './command-line.ts'
import { commands } from './commands.ts'

/**
 * Every page of help by the words of its command, `''` for kops's own. The build keeps them beside the
 * bundle, so that help is shown without loading the table or commander.
 */
export function renderHelpPages(): Readonly<Record<string, string>> {
  const names = commands.map(({ name }) => name)
  const groups = names.flatMap((name) => name.split(' ').slice(0, -1))
  const pages = ['', ...groups, ...names].map((name) => [name, renderHelp(name)] as const)
  return Object.fromEntries(pages)
}

function renderHelp(name: string): string {
  const line = parseCommandLine([...name.split(' ').filter(Boolean), '--help'])
  if (line.kind !== 'help') throw new TypeError(`\`${name}\` has no help`)
  return line.text
}
