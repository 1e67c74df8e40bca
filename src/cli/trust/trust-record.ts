import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  createPrivateFile,
  expectPrivateFolder,
  readPrivateFile,
  UnsafeFile,
  writePrivateFile,
} from './private-file.ts'
import { stateFolder } from './state-folder.ts'

/*
 * The trust record: which projects this user made or confirmed, and a random key. It is a folder
 * with one file per project, named by a hash of its real path, so that commands at the same time never
 * lose an entry of each other. Nothing in a project can change it.
 */

const keyBytes = 32
const entryPattern = /^[0-9a-f]{32}$/

type Answer = 'trusted' | 'declined'

interface Entry {
  readonly path: string
  readonly answer: Answer
}

/** What the user answered about projects, and the key that signs for the user. */
export class TrustRecord {
  readonly #folder: string
  #key: Buffer | undefined

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#folder = join(stateFolder(environment), 'trust')
  }

  /** What the user said of a project, by its real path; undefined where it was never asked about. */
  answerFor(project: string): Answer | undefined {
    this.#expectOwnFolders()
    const path = toRealPath(project)
    const entry = readEntry(this.#entryPath(path))
    return entry?.path === path ? entry.answer : undefined
  }

  isTrusted(project: string): boolean {
    return this.answerFor(project) === 'trusted'
  }

  /** Keeps an answer, and returns the real path that it is about. */
  keep(project: string, answer: Answer): string {
    this.#expectOwnFolders()
    const path = toRealPath(project)
    const entry: Entry = { path, answer }
    writePrivateFile(this.#entryPath(path), `${JSON.stringify(entry)}\n`)
    return path
  }

  /** Forgets a project, which may be gone. False where it was not trusted. */
  revoke(project: string): boolean {
    const isTrusted = this.isTrusted(project)
    rmSync(this.#entryPath(toRealPath(project)), { force: true })
    return isTrusted
  }

  /** The real paths of all trusted projects, sorted. */
  list(): string[] {
    this.#expectOwnFolders()
    return this.#names()
      .filter((name) => entryPattern.test(name))
      .flatMap((name) => readEntry(join(this.#folder, name)) ?? [])
      .flatMap(({ path, answer }) => (answer === 'trusted' ? [path] : []))
      .sort()
  }

  /** Signs a text for one purpose with the key, which is made when it is first needed. */
  sign(purpose: 'journal' | 'cache', content: string | Uint8Array): Buffer {
    this.#key ??= this.#readKey()
    return createHmac('sha256', this.#key).update(`${purpose}\0`).update(content).digest()
  }

  #readKey(): Buffer {
    this.#expectOwnFolders()
    const path = join(this.#folder, 'key')
    let key = readPrivateFile(path)
    if (key === undefined) {
      createPrivateFile(path, randomBytes(keyBytes))
      key = readPrivateFile(path)
    }
    if (key?.length !== keyBytes) throw new UnsafeFile(`\`${path}\` is damaged`)
    return key
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder)
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
      throw error
    }
  }

  #entryPath(path: string): string {
    return join(this.#folder, createHash('sha256').update(path).digest('hex').slice(0, 32))
  }

  #expectOwnFolders(): void {
    expectPrivateFolder(dirname(this.#folder))
    expectPrivateFolder(this.#folder)
  }
}

function readEntry(file: string): Entry | undefined {
  const text = readPrivateFile(file)?.toString('utf8')
  if (text === undefined) return undefined
  try {
    const { path, answer } = JSON.parse(text) as Partial<Record<keyof Entry, unknown>>
    const isAnswer = answer === 'trusted' || answer === 'declined'
    return typeof path === 'string' && isAnswer ? { path, answer } : undefined
  } catch {
    return undefined // what kops did not write is no answer
  }
}

/** A folder that is gone has the path it is called by. */
function toRealPath(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
