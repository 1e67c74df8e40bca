import { posix } from 'node:path'
import type { KeptVersions } from '../../generators/sources.ts'
import type { KindVersion } from '../../schema/build-version.ts'
import { isPlainModule } from '../../typemodel/import-closure.ts'
import type { KindModel, Program } from '../../typemodel/model.ts'
import type { AskedQuestion, RecordingHost } from '../../typemodel/recording-host.ts'

interface KeptKind {
  readonly built: KindVersion
  readonly reach: ReadonlySet<string>
}

/** A kind and where it is declared, as it is kept between processes. */
export interface KeptEntry extends KeptKind {
  readonly key: string
}

/** Something that an earlier run asked and that has another answer now. */
export interface Change {
  /** Relative to the root. */
  readonly path: string
  /** Whether it is the text of a TypeScript file whose names are seen only where it is imported, then and now. */
  readonly isEdit: boolean
}

/**
 * The kinds of the last turn, or of the last run. One is kept where nothing has changed but the texts of modules that its file
 * does not import, over any number of files. Whatever else changes (a setting, a file that appears or goes,
 * a name that is seen everywhere), all of them are built again.
 */
export class KeptKinds implements KeptVersions {
  readonly #root: string
  #kinds = new Map<string, KeptKind>()

  constructor(root: string) {
    this.#root = root
  }

  get isEmpty(): boolean {
    return this.#kinds.size === 0
  }

  /** Drops what may come out otherwise now. */
  update(host: RecordingHost, earlier: RecordingHost | undefined): void {
    if (this.isEmpty || earlier === undefined) return this.clear()
    const changes = host.changesSince(earlier)
    this.drop(
      changes.map((each) => ({
        path: posix.relative(this.#root, each.path),
        isEdit: isEditOfModule(each),
      })),
    )
  }

  /** Drops what these changes may make come out otherwise. */
  drop(changes: readonly Change[]): void {
    if (!changes.every(({ isEdit }) => isEdit)) return this.clear()
    const edited = changes.map(({ path }) => path)
    for (const [key, { reach }] of this.#kinds) {
      if (edited.some((path) => reach.has(path))) this.#kinds.delete(key)
    }
  }

  /** All that is kept. */
  entries(): readonly KeptEntry[] {
    return [...this.#kinds].map(([key, kind]) => ({ key, ...kind }))
  }

  restore(entries: readonly KeptEntry[]): void {
    this.#kinds = new Map(entries.map(({ key, built, reach }) => [key, { built, reach }]))
  }

  clear(): void {
    this.#kinds = new Map()
  }

  readonly find: KeptVersions['find'] = (model, { group, version }) => {
    const built = this.#kinds.get(keyOf(model))?.built
    return built?.group === group && built.version.name === version ? built : undefined
  }

  readonly keep = (model: KindModel, built: KindVersion, program: Program): void => {
    const reach = program.reach?.(model.type.declaration.span.path)
    if (reach !== undefined) this.#kinds.set(keyOf(model), { built, reach })
  }
}

function keyOf({ name, type }: KindModel): string {
  return `${type.declaration.span.path} ${name}`
}

/** Whether the text of a TypeScript file changed whose names are seen only where it is imported. */
function isEditOfModule({ question, path, before, now }: AskedQuestion): boolean {
  const isEdit = question === 'text' && typeof before === 'string' && typeof now === 'string'
  return isEdit && isTypeScript(path) && isPlainModule(before) && isPlainModule(now)
}

export function isTypeScript(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path)
}
