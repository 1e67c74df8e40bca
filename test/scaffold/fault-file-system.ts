import { dirname } from 'node:path'
import {
  diskFileSystem,
  type CreateOptions,
  type FileSystem,
  type FileWriter,
} from '../../src/scaffold/file-system.ts'

/** The disk itself, also where a test puts another one in its place. */
const disk: FileSystem = { ...diskFileSystem }

/** What a killed process leaves is what a throwing one leaves, if nothing it does later has effect. */
export class Killed extends Error {}

type WriteName = keyof FileWriter

export interface DyingOptions {
  /** Whether a new file is half written when the kill comes. */
  readonly isHalf?: boolean
  readonly die?: () => never
  readonly base?: FileSystem
}

/** The disk, with a kill before, or in the middle of, the write of this number. */
export class DyingDisk implements FileSystem {
  readonly read: FileSystem['read']
  readonly status: FileSystem['status']
  readonly list: FileSystem['list']
  readonly realPath: FileSystem['realPath']
  readonly #base: FileSystem
  readonly #killAt: number
  readonly #isHalf: boolean
  readonly #die: () => never
  #writes = 0

  constructor(killAt: number, options: DyingOptions = {}) {
    const { isHalf = false, die = throwKilled, base = disk } = options
    this.#killAt = killAt
    this.#isHalf = isHalf
    this.#die = die
    this.#base = base
    this.read = base.read
    this.status = base.status
    this.list = base.list
    this.realPath = base.realPath
  }

  get writes(): number {
    return this.#writes
  }

  get isDead(): boolean {
    return this.#writes > this.#killAt
  }

  create = (path: string, content: string | Uint8Array, options?: CreateOptions): void => {
    const half = Buffer.from(content).subarray(0, Math.floor(content.length / 2))
    this.#step(
      () => this.#base.create(path, content, options),
      () => this.#base.create(path, half, options),
    )
  }
  makeFolder = (path: string): boolean => this.#step(() => this.#base.makeFolder(path))
  rename = (from: string, to: string): void => this.#step(() => this.#base.rename(from, to))
  link = (from: string, to: string): void => this.#step(() => this.#base.link(from, to))
  remove = (path: string): void => this.#step(() => this.#base.remove(path))
  removeFolder = (path: string): void => this.#step(() => this.#base.removeFolder(path))

  #step<Result>(write: () => Result, writeHalf?: () => void): Result {
    this.#writes += 1
    if (this.#writes <= this.#killAt) return write()
    if (this.#writes === this.#killAt + 1 && this.#isHalf) writeHalf?.()
    return this.#die()
  }
}

function throwKilled(): never {
  throw new Killed()
}

/** The disk, refusing one write with a system error, and going on after. */
export function refusingDisk(name: WriteName, number: number, code: string): FileSystem {
  let calls = 0
  const refuse = (): boolean => {
    calls += 1
    return calls === number
  }
  const guarded = <Arguments extends unknown[], Result>(
    own: WriteName,
    write: (...values: Arguments) => Result,
  ): ((...values: Arguments) => Result) => {
    return (...values) => {
      if (own === name && refuse()) throw Object.assign(new Error(code), { code })
      return write(...values)
    }
  }
  return {
    ...disk,
    create: guarded('create', disk.create),
    rename: guarded('rename', disk.rename),
    makeFolder: guarded('makeFolder', disk.makeFolder),
    link: guarded('link', disk.link),
    remove: guarded('remove', disk.remove),
    removeFolder: guarded('removeFolder', disk.removeFolder),
  }
}

/** The disk with a border: a move into or out of the folder fails as between devices. */
export function borderDisk(folder: string, base: FileSystem = disk): FileSystem {
  const isInside = (path: string): boolean => `${dirname(path)}/`.startsWith(`${folder}/`)
  const check = (from: string, to: string): void => {
    if (isInside(from) !== isInside(to)) throw Object.assign(new Error('EXDEV'), { code: 'EXDEV' })
  }
  return {
    read: base.read,
    status: base.status,
    list: base.list,
    realPath: base.realPath,
    create: base.create,
    makeFolder: base.makeFolder,
    remove: base.remove,
    removeFolder: base.removeFolder,
    rename: (from, to) => {
      check(from, to)
      base.rename(from, to)
    },
    link: (from, to) => {
      check(from, to)
      base.link(from, to)
    },
  }
}
