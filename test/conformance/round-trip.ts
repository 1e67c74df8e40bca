import type { JsonObject } from '../../src/apimachinery/json.ts'
import { overlayHost } from '../../src/cli/overlay-host.ts'
import { planGeneration } from '../../src/cli/generation/plan-generation.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import type { Artefact } from '../../src/generators/generator.ts'
import { isObject } from '../../src/generators/import/crd-place.ts'
import { readCrds } from '../../src/generators/import/read-crds.ts'
import { renderTypes } from '../../src/generators/types/render-types.ts'
import { diskFileHost } from '../../src/typemodel/file-host.ts'
import { ProgramReader, type ProgramOptions } from '../../src/typemodel/program-reader.ts'

/*
 * A definition → TypeScript → the definition again, in memory and by the code that the commands run.
 */

/** The folder that the types would stand in. Nothing is written there. */
const root = '/conformance'

/** What reading a text gave. */
export interface Imported {
  readonly crds: readonly JsonObject[]
  readonly files: readonly Artefact[]
  readonly diagnostics: readonly Diagnostic[]
}

/** Turns the definitions of a text into TypeScript, as `kops generate types` does. */
export function importText(path: string, text: string): Imported {
  const sink = new DiagnosticSink()
  const crds = readCrds([{ path, text }], sink).map(({ crd }) => crd)
  const files = sink.hasErrors ? [] : renderTypes(crds, { markers: true })
  return { crds, files, diagnostics: sink.diagnostics }
}

/** What TypeScript became. */
export interface Regenerated {
  /** By name, in the form in which definitions are compared. */
  readonly crds: ReadonlyMap<string, JsonObject>
  readonly diagnostics: readonly Diagnostic[]
}

/** One reader for all, so that what every kind imports is read once. */
const readers = new Map<string, ProgramReader>()

function readerFor(options: ProgramOptions): ProgramReader {
  const key = JSON.stringify(options)
  const reader = readers.get(key) ?? new ProgramReader(options)
  readers.set(key, reader)
  return reader
}

/** Turns TypeScript into definitions, as `kops manifests --paths` does. */
export async function regenerate(
  files: readonly Pick<Artefact, 'path' | 'content'>[],
): Promise<Regenerated> {
  const sink = new DiagnosticSink()
  const texts = new Map(files.map(({ path, content }) => [`${root}/api/${path}`, content]))
  const plan = await planGeneration(
    {
      root,
      host: overlayHost(diskFileHost, texts),
      flags: { paths: ['api'] },
      parts: ['manifests'],
      project: null,
      reader: readerFor,
    },
    sink,
  )
  const written = (plan?.files ?? []).filter(({ template }) => template === 'crd')
  const crds = new Map<string, JsonObject>()
  for (const { path, content } of written) {
    const judged = new DiagnosticSink()
    for (const { crd, name } of readCrds([{ path, text: String(content) }], judged)) {
      crds.set(name, crd)
    }
    for (const diagnostic of judged.diagnostics) sink.add(diagnostic)
  }
  return { crds, diagnostics: sink.diagnostics }
}

/** The name of a definition. */
export function nameOf({ metadata }: JsonObject): string {
  const name = isObject(metadata) ? metadata['name'] : undefined
  return typeof name === 'string' ? name : ''
}
