import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../src/apimachinery/json.ts'
import { renderJson } from '../../src/apimachinery/json-text.ts'
import { isObject, textOf } from '../../src/generators/import/crd-place.ts'
import { listDifferences, type Difference } from './differences.ts'
import { applyEdit, editKinds, listEdits, type Edit, type EditKind } from './edits.ts'
import type { Subject } from './examine.ts'
import { importText, nameOf, regenerate, type Regenerated } from './round-trip.ts'

/** Which edit to make in a file: each number is from 0 up to 1. */
export interface Draw {
  readonly kind: number
  readonly edit: number
}

export interface Mutation {
  readonly path: string
  /** Absent where the file offers no edit at all. */
  readonly edit: Edit | undefined
  /** `changed`: the definition follows. `refused`: an error says why the edit cannot be. */
  readonly outcome: 'changed' | 'refused' | 'missed' | 'none'
  readonly detail: string
}

/** Makes random edits of the types of one file, each by itself, and sees what comes of them. */
export async function mutate({ path, file }: Subject, draws: readonly Draw[]): Promise<Mutation[]> {
  const { crds, files } = importText(path, readFileSync(file, 'utf8'))
  const edits = listEdits(files)
  const mutations: Mutation[] = []
  const before = new Map(crds.map((crd) => [nameOf(crd), crd]))
  for (const draw of draws) {
    const edit = choose(edits, draw)
    if (edit === undefined)
      mutations.push({ path, edit, outcome: 'none', detail: 'no type to edit' })
    else {
      const after = await regenerate(applyEdit(files, edit))
      mutations.push({ path, edit, ...judge(edit, before, after) })
    }
  }
  return mutations
}

/** The kinds of edits are equally likely; where a file has none of the kind, the next one is taken. */
function choose(edits: readonly Edit[], draw: Draw): Edit | undefined {
  const first = Math.floor(draw.kind * editKinds.length)
  const order: EditKind[] = [...editKinds.slice(first), ...editKinds.slice(0, first)]
  for (const kind of order) {
    const own = edits.filter((edit) => edit.kind === kind)
    if (own.length > 0) return own[Math.floor(draw.edit * own.length)]
  }
  return undefined
}

/** Whether all that has changed is what the edit is about, and that it has. */
export function judge(
  edit: Edit,
  before: ReadonlyMap<string, JsonObject>,
  after: Regenerated,
): Pick<Mutation, 'outcome' | 'detail'> {
  const error = after.diagnostics.find(({ severity }) => severity === 'error')
  if (error !== undefined) return { outcome: 'refused', detail: `${error.code}: ${error.message}` }
  const differences = [...before].flatMap(([name, crd]) =>
    listDifferences(schemasOf(crd), schemasOf(after.crds.get(name))),
  )
  if (differences.length === 0) return { outcome: 'missed', detail: 'nothing has changed' }
  const stray = differences.find((each) => !isAbout(edit, each))
  if (stray !== undefined) return { outcome: 'missed', detail: `also ${stray.path.join('.')}` }
  const isShown = differences.some((each) => isMeant(edit, each))
  return isShown
    ? { outcome: 'changed', detail: '' }
    : { outcome: 'missed', detail: `only ${differences[0]?.path.join('.')}` }
}

/** The schemas of a definition by version, so that lists are told apart from what is in them. */
function schemasOf(crd: JsonObject | undefined): JsonObject {
  const spec = crd?.['spec']
  const versions = isObject(spec) && Array.isArray(spec['versions']) ? spec['versions'] : []
  return Object.fromEntries(
    versions
      .filter(isObject)
      .map((version) => [textOf(version['name']), version['schema'] ?? null]),
  )
}

/** Whether a difference is one that the edit makes. */
function isAbout({ kind, keyword, property }: Edit, { path, before, after }: Difference): boolean {
  const last = path.at(-1)
  // In a union of object types, what a member requires is a condition of `oneOf`.
  if (last === 'oneOf' || last === 'anyOf') return speaksOf(property, before, after)
  if (kind === 'optional') return last === 'required' && isToggled(property, before, after)
  const isAtProperty = path.includes(property)
  // Another type brings its own format and items, and takes along what only the old one can have.
  return kind === 'type' ? isAtProperty : isAtProperty && last === keyword
}

/** Whether a difference is the very one that was meant. */
function isMeant({ kind, replacement }: Edit, { path, before, after }: Difference): boolean {
  if (kind === 'type') return path.at(-1) === 'type'
  if (kind === 'optional') return true
  if (kind === 'enum') {
    const [old, now] = [textsOf(before), textsOf(after)]
    return now.some((each) => old.includes(each.replace(/Edited$/, '')) && !old.includes(each))
  }
  return JSON.stringify(after) === replacement
}

/** Whether one of two values has the name in it and the other is another. */
function speaksOf(property: string, ...values: readonly Difference['before'][]): boolean {
  return values.some(
    (each) => each !== undefined && renderJson(each).includes(JSON.stringify(property)),
  )
}

function isToggled(
  property: string,
  before: Difference['before'],
  after: Difference['after'],
): boolean {
  const [left, right] = [textsOf(before), textsOf(after)]
  const without = (list: readonly string[]): string =>
    list.filter((each) => each !== property).join()
  return left.includes(property) !== right.includes(property) && without(left) === without(right)
}

function textsOf(value: Difference['before']): string[] {
  return Array.isArray(value) ? value.map(String) : []
}
