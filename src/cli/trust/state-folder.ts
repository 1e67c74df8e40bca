import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Where kops keeps what it must not lose, such as the trust record: below the user's own state folder, by
 * the rules of the platform, and so never in a project.
 */
export function stateFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_STATE_HOME: chosen = '', LOCALAPPDATA: windows } = environment
  if (isAbsolute(chosen)) return join(chosen, 'kops')
  if (process.platform === 'win32' && windows) return join(windows, 'kops', 'state')
  const home = environment['HOME'] || homedir()
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'kops')
  return join(home, '.local', 'state', 'kops')
}
