import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/**
 * Where kops keeps what it can make again: below the user's own cache folder, by the rules of the
 * platform. Nothing there is needed; everyone who reads from it goes on without.
 */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CACHE_HOME: chosen = '', LOCALAPPDATA: windows } = environment
  if (isAbsolute(chosen)) return join(chosen, 'kops')
  if (process.platform === 'win32' && windows) return join(windows, 'kops', 'cache')
  return join(homedir(), '.cache', 'kops')
}
