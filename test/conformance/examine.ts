import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import type { JsonObject } from '../../src/apimachinery/json.ts'
import { renderJson } from '../../src/apimachinery/json-text.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { isObject } from '../../src/generators/import/crd-place.ts'
import { parseManifests } from '../../src/manifest/parse-manifests.ts'
import { countNodes, countOverlays, withoutJson, withoutOverlays } from './overlays.ts'
import { firstDifference } from './first-difference.ts'
import { importText, nameOf, regenerate, type Regenerated } from './round-trip.ts'

/** A file of definitions. */
export interface Subject {
  /** Relative to the folder, as the report names it. */
  readonly path: string
  readonly file: string
}

/** What became of one file. */
export interface Finding {
  readonly path: string
  /** `refused`: an error said why. `crashed`: an exception, which is always a bug. `none`: no definition is there. */
  readonly verdict: 'equal' | 'differs' | 'refused' | 'crashed' | 'none'
  /** The first difference, the first error, or the exception. */
  readonly detail: string
  /** Whether the same comes out with every overlay deleted. */
  readonly equalWithoutOverlays: boolean
  /** Whether it does with the conditions that are said in JSON deleted too. */
  readonly equalWithoutJson: boolean
  readonly nodes: number
  readonly overlays: number
  readonly bytes: number
  readonly importMs: number
  readonly regenerateMs: number
  /** The objects of the file as they stand there, as JSON, for the API server to judge. */
  readonly original: readonly string[]
  /** The definitions that came back. */
  readonly regenerated: readonly string[]
  readonly sources: readonly { readonly path: string; readonly content: string }[]
}

/** The definitions of a text as they are written. */
function originalsOf(text: string): string[] {
  const objects = parseManifests(text).flatMap(({ value }) => {
    const items = isObject(value) ? value['items'] : undefined
    return Array.isArray(items) ? items : [value]
  })
  const crds = objects.filter(
    (each) => isObject(each) && each['kind'] === 'CustomResourceDefinition',
  )
  return crds.map((each) => renderJson(each))
}

const nothing = {
  equalWithoutOverlays: false,
  equalWithoutJson: false,
  nodes: 0,
  overlays: 0,
  importMs: 0,
  regenerateMs: 0,
  regenerated: [],
  sources: [],
}

/** Takes one file there and back. */
export async function examine(subject: Subject): Promise<Finding> {
  const text = readFileSync(subject.file, 'utf8')
  try {
    return await examineText(subject.path, text)
  } catch (error) {
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error)
    const { path } = subject
    return { ...nothing, path, original: [], bytes: text.length, verdict: 'crashed', detail }
  }
}

async function examineText(path: string, text: string): Promise<Finding> {
  const start = performance.now()
  const imported = importText(path, text)
  const importMs = performance.now() - start
  const error = firstError(imported.diagnostics)
  const { crds, files } = imported
  const original = originalsOf(text)
  if (error !== undefined || crds.length === 0) {
    const verdict = error === undefined ? 'none' : 'refused'
    return { ...nothing, path, original, bytes: text.length, verdict, detail: error ?? '' }
  }
  const middle = performance.now()
  const back = await regenerate(files)
  const regenerateMs = performance.now() - middle
  const difference = compare(crds, back)
  const overlays = countOverlays(files)
  const bare = overlays === 0 ? difference : await compareWith(crds, withoutOverlays(files))
  const plain = withoutJson(files)
  const isPlain = plain.every(({ content }, index) => content === files[index]?.content)
  const strict = isPlain ? difference : await compareWith(crds, plain)
  return {
    path,
    verdict: difference === undefined ? 'equal' : 'differs',
    detail: difference ?? '',
    equalWithoutOverlays: bare === undefined,
    equalWithoutJson: strict === undefined,
    nodes: crds.reduce((sum, crd) => sum + countNodes(crd), 0),
    overlays,
    bytes: text.length,
    importMs,
    regenerateMs,
    original,
    regenerated: [...back.crds.values()].map((crd) => renderJson(crd)),
    sources: files.map(({ path: own, content }) => ({ path: own, content })),
  }
}

async function compareWith(
  crds: readonly JsonObject[],
  files: Parameters<typeof regenerate>[0],
): Promise<string | undefined> {
  return compare(crds, await regenerate(files))
}

/** Why the definitions are not the same. */
export function compare(
  crds: readonly JsonObject[],
  { crds: back, diagnostics }: Regenerated,
): string | undefined {
  const error = firstError(diagnostics)
  if (error !== undefined) return `error: ${error}`
  for (const crd of crds) {
    const difference = firstDifference(crd, back.get(nameOf(crd)))
    if (difference !== undefined) return difference
  }
  return back.size === crds.length ? undefined : `${crds.length} became ${back.size} definitions`
}

function firstError(diagnostics: readonly Diagnostic[]): string | undefined {
  const error = diagnostics.find(({ severity }) => severity === 'error')
  if (error === undefined) return undefined
  const notes = error.notes.map(({ message }) => message).join('; ')
  return `${error.code}: ${error.message}${notes === '' ? '' : ` (${notes})`}`
}
