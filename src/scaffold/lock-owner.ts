import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode, type FileSystem } from './file-system.ts'

/*
 * The owner of a project's lock: a file `owner.<n>` that names a process. The tree may be a stranger's, so
 * that every name and content here is judged: what no kops writes counts as nothing.
 */

/** A process, told from later ones of the same number. */
export interface ProcessIdentity {
  readonly pid: number
  readonly host: string
  /** When it started, in the system's own form; empty where the system does not tell. */
  readonly started: string
}

/** A file that names an owner, or is about to. */
export interface Owner {
  readonly text: string
  /** Absent while the file is being written, and where it was cut off. */
  readonly identity: ProcessIdentity | undefined
  readonly ageMs: number
}

export const unknownOwner: ProcessIdentity = { pid: 0, host: hostname(), started: '' }

/** Each command counts one up, and none comes near this: a higher number is no owner's. */
export const highestOwner = 999_999_999
const ownerPattern = /^owner\.(0|[1-9]\d{0,8})$/

export function ownerFile(number: number): string {
  return `owner.${number}`
}

/** The numbers of the owners, lowest first. */
export function ownerNumbers(folder: string, fileSystem: FileSystem): number[] {
  return fileSystem
    .list(folder)
    .flatMap((name) => ownerPattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => left - right)
}

export function lastOwner(folder: string, fileSystem: FileSystem): number | undefined {
  return ownerNumbers(folder, fileSystem).at(-1)
}

/** A name is short. */
const mostOwnerBytes = 4096

export function readOwner(
  folder: string,
  number: number,
  fileSystem: FileSystem,
): Owner | undefined {
  const path = join(folder, ownerFile(number))
  const status = fileSystem.status(path)
  if (status === undefined) return undefined
  // No kops makes a link, a pipe or a folder: nothing is read from it, and it belongs to no process.
  if (status.type !== 'file') return { text: '', identity: undefined, ageMs: Infinity }
  const ageMs = Date.now() - status.modifiedMs
  if (status.size > mostOwnerBytes) return { text: '', identity: undefined, ageMs }
  const text = fileSystem.read(path)?.toString('utf8')
  return text === undefined ? undefined : { text, identity: parseIdentity(text), ageMs }
}

const highestPid = 2 ** 31 - 1

function parseIdentity(text: string): ProcessIdentity | undefined {
  const match = /^\{"pid":([1-9]\d{0,9}),"host":"([^"]*)","started":"([^"]*)"\}\n$/.exec(text)
  if (match === null) return undefined
  const [, pid, host = '', started = ''] = match
  return Number(pid) > highestPid ? undefined : { pid: Number(pid), host, started }
}

/** Processes elsewhere cannot be asked: no command takes this long. */
const longestElsewhereMs = 120_000
const longestWriteMs = 500

/** Whether the process that the file names may still be at work. */
export function isHeld(
  { identity, ageMs }: Owner,
  isRunning: (owner: ProcessIdentity) => boolean,
): boolean {
  // A file from the future is a forged one, or one of a clock that was set back.
  if (identity === undefined) return Math.abs(ageMs) < longestWriteMs
  if (identity.host === hostname()) return isRunning(identity)
  return Math.abs(ageMs) < longestElsewhereMs
}

/** Whether it is certain that the owner is at work: no file can pretend that. */
export function isCertain({ host, started }: ProcessIdentity): boolean {
  return host === hostname() && started !== ''
}

export function isProcessRunning({ pid, started }: ProcessIdentity): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it is there, and another user's.
    if (errorCode(error) !== 'EPERM') return false
  }
  const actual = startOf(pid)
  return actual === started || (started === '' && startOf(process.pid) === '')
}

export function identify(pid: number): ProcessIdentity {
  return { pid, host: hostname(), started: startOf(pid) }
}

/** On Linux, boot and clock tick of the start; elsewhere nothing. */
function startOf(pid: number): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${boot}-${fields[19] ?? ''}`
  } catch {
    // No /proc: the number of the process has to do.
    return ''
  }
}
