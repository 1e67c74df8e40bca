import type { CommandContext } from './command.ts'

/** Runs `npm install` in the new project. A failure is a warning: the project is complete without. */
export async function installDependencies(context: CommandContext): Promise<void> {
  const { directory, sink } = context
  context.showProgress('installing the dependencies')
  const { execa } = await import('execa')
  const result = await execa('npm', ['install', '--no-audit', '--no-fund'], {
    cwd: directory,
    reject: false,
    stdin: 'ignore',
  })
  if (!result.failed) return
  const [reason = 'npm failed'] = /^npm (?:error|ERR!) (?!code)(.+)$/m
    .exec(result.stderr)
    ?.slice(1) ?? [result.shortMessage]
  const helps = ['run `npm install` in the project once that is solved']
  sink.report('template/install-failed', { reason: reason.slice(0, 80) }, { helps })
}
