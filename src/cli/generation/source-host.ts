import { diskFileHost, type FileHost } from '../../typemodel/file-host.ts'

/**
 * The files of this machine without the folder in which kops keeps its own: that folder comes and goes
 * while a command runs, and is no input of any result.
 */
export const sourceHost: FileHost = {
  ...diskFileHost,
  readDirectory(path) {
    const entries = diskFileHost.readDirectory(path)
    if (!entries?.directories.includes('.kops')) return entries
    return { ...entries, directories: entries.directories.filter((name) => name !== '.kops') }
  },
}
