/** Commands that tell of the running copy, or decide what a project may do. */
const ownCommands: ReadonlySet<string> = new Set([
  'completion',
  'help',
  'recover',
  'trust',
  'version',
])

/** Whether the running copy answers a command line itself, whatever copy the project brings. */
export function isOwnBusiness(argv: readonly string[]): boolean {
  if (argv.includes('--help') || argv.includes('-h')) return true
  const [command = 'help'] = withoutFolders(argv)
  return command === '--version' || ownCommands.has(command)
}

/** The words without `-C FOLDER` and `-CFOLDER`. */
function withoutFolders(argv: readonly string[]): string[] {
  return argv.filter((word, index) => !word.startsWith('-C') && argv[index - 1] !== '-C')
}
