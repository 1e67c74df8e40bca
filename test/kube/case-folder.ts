import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { isJsonObject } from '../oracle/to-json.ts'

const root = fileURLToPath(new URL('../cases/generate/', import.meta.url))

/** What `case.yaml` may set. */
interface Settings {
  readonly arguments: readonly string[]
  readonly controllerGen: readonly string[]
  readonly exitCode: number
}

/** A document of `accept/` or `reject/`, as written. */
export interface CaseDocument {
  /** `accept/plain 2`: file and place, for the name of its test. */
  readonly title: string
  /** Without `.yaml`: documents of one file belong together. */
  readonly file: string
  /** Where it stands what the server makes of it, if that is not what was sent. */
  readonly goldenPath: string
  /** The name that the object gets where it has none. */
  readonly defaultName: string
  readonly value: JsonObject
  /** What the comment above it says: that the server must refuse it, and why. */
  readonly refusal?: Refusal
}

export interface Refusal {
  /** Absent where the whole answer has the reason. */
  readonly field?: string
  readonly reason?: string
}

/** A folder under `test/cases/generate`. */
export class CaseFolder {
  readonly name: string
  readonly path: string
  readonly settings: Settings

  constructor(path: string) {
    this.path = path
    this.name = basename(path)
    this.settings = readSettings(join(path, 'case.yaml'))
  }

  get hasTwin(): boolean {
    return existsSync(this.goPath)
  }

  get goPath(): string {
    return join(this.path, 'go')
  }

  wantPath(file: string): string {
    return join(this.path, 'want', file)
  }

  /** Names of the files in `want/` that kops must write. */
  get wantedFiles(): string[] {
    return listYaml(join(this.path, 'want')).filter((name) => name !== 'controller-gen.yaml')
  }

  get accepted(): CaseDocument[] {
    return this.#readDocuments('accept')
  }

  get rejected(): CaseDocument[] {
    return this.#readDocuments('reject')
  }

  /** Whether a path belongs to the input of `kops manifests`. */
  isInput(path: string): boolean {
    const [first = ''] = path.slice(this.path.length + 1).split('/')
    return !['go', 'want', 'accept', 'reject', 'case.yaml'].includes(first)
  }

  /** Changes with any Go file of the twin. */
  hashTwin(): string {
    const hash = createHash('sha256')
    const files = readdirSync(this.goPath, { recursive: true, encoding: 'utf8' })
    for (const file of files.filter((name) => name.endsWith('.go')).sort()) {
      hash.update(`${file}\0`).update(readFileSync(join(this.goPath, file)))
    }
    return hash.digest('hex')
  }

  #readDocuments(folder: 'accept' | 'reject'): CaseDocument[] {
    const files = listYaml(join(this.path, folder)).filter((name) => !name.endsWith('.want.yaml'))
    return files.flatMap((name) => {
      const file = `${folder}/${name.replace(/\.yaml$/, '')}`
      return readDocuments(readFileSync(join(this.path, folder, name), 'utf8'), file)
    })
  }
}

/** Every case, by name. */
export function listCases(): CaseFolder[] {
  return readdirSync(root)
    .sort()
    .map((name) => new CaseFolder(join(root, name)))
}

function listYaml(path: string): string[] {
  if (!existsSync(path)) return []
  return readdirSync(path)
    .filter((name) => name.endsWith('.yaml'))
    .sort()
}

function readDocuments(text: string, file: string): CaseDocument[] {
  return text.split(/^---$/m).map((part, index) => {
    const comment = /^\s*# (.*)$/m.exec(part.split(/^[^#\s]/m)[0] ?? '')?.[1]
    const refusal = comment === undefined ? undefined : readRefusal(comment)
    return {
      title: `${file} ${index + 1}`,
      file,
      goldenPath: `${file}.${index + 1}.want.yaml`,
      defaultName: `${file}-${index + 1}`.toLowerCase().replace(/[/_]/g, '-'),
      value: readObject(part, `${file} ${index + 1}`),
      ...(refusal === undefined ? {} : { refusal }),
    }
  })
}

function readRefusal(comment: string): Refusal {
  const [first, second] = comment.trim().split(' ')
  if (second !== undefined && first !== undefined) return { field: first, reason: second }
  return first === undefined ? {} : { reason: first }
}

function readObject(text: string, title: string): JsonObject {
  const [document] = parseYaml(text)
  const problem = document?.problems[0]
  if (problem !== undefined) throw new Error(`${title}: ${problem.message}`)
  if (!isJsonObject(document?.value)) throw new Error(`${title}: not an object`)
  return document.value
}

function readSettings(path: string): Settings {
  const value = existsSync(path) ? readObject(readFileSync(path, 'utf8'), path) : {}
  return {
    arguments: toStrings(value['arguments']) ?? [],
    controllerGen: toStrings(value['controllerGen']) ?? ['crd'],
    exitCode: Number(value['exitCode'] ?? 0),
  }
}

function toStrings(value: JsonValue | undefined): string[] | undefined {
  return Array.isArray(value) ? value.map(String) : undefined
}
