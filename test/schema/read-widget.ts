import { fileURLToPath } from 'node:url'
import type { JSONSchemaProps } from '../../src/apimachinery/custom-resource-definition.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { createSchemaContext } from '../../src/schema/build-schema.ts'
import { buildVersion, type KindVersion } from '../../src/schema/build-version.ts'
import { runDeferredChecks } from '../../src/schema/deferred-checks.ts'
import type { SchemaSettings } from '../../src/schema/schema-context.ts'
import { diskFileHost, type FileHost } from '../../src/typemodel/file-host.ts'
import { readProgram } from '../../src/typemodel/program-reader.ts'

/*
 * From TypeScript text to what the schema says of it: the text is a file of a package without PROJECT.
 */

const packageDirectory = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const root = '/demo'
const path = 'api/v1/widget.ts'

const defaults: SchemaSettings = {
  insideProject: false,
  embeddedMetadata: false,
  foreignPrefixes: [],
}

/** What was built from a text, and what was said of it. */
export interface ReadResult {
  readonly versions: readonly KindVersion[]
  readonly diagnostics: readonly Diagnostic[]
  /** `code` of each diagnostic. */
  readonly codes: readonly string[]
  /** The text that each diagnostic points at. */
  readonly pointed: readonly string[]
  readonly notes: readonly (readonly string[])[]
  readonly helps: readonly (readonly string[])[]
}

/** Reads one file with kinds. `// +groupName` is not needed. */
export async function readKinds(
  text: string,
  settings: Partial<SchemaSettings> = {},
): Promise<ReadResult> {
  const sink = new DiagnosticSink()
  const program = readProgram({ root, packageDirectory, paths: ['api'] }, hostOf(text), sink)
  const context = createSchemaContext(sink, { ...defaults, ...settings }, program.readText)
  const versions = program.packages
    .flatMap(({ kinds }) => kinds)
    .map((kind) => buildVersion(kind, { group: 'demo.example.com', version: 'v1' }, context))
  await runDeferredChecks(context)
  const { diagnostics } = sink
  return {
    versions,
    diagnostics,
    codes: diagnostics.map(({ code }) => code),
    pointed: diagnostics.map(({ span }) => (span ? text.slice(span.start, span.end) : '')),
    notes: diagnostics.map(({ notes }) => notes.map(({ message }) => message)),
    helps: diagnostics.map(({ helps }) => helps),
  }
}

export interface SpecResult extends ReadResult {
  readonly spec: JSONSchemaProps
}

/**
 * Reads a kind whose spec is an interface with these lines; `after` declares what they use. Names of the
 * entry `kops` are imported.
 */
export async function readSpec(
  lines: string,
  { after = '', settings = {} }: { after?: string; settings?: Partial<SchemaSettings> } = {},
): Promise<SpecResult> {
  const result = await readKinds(
    [
      "import type { Bytes, Condition, CustomResource, Double, Duration, Float, Int32, Int64, Integer, IntOrString, LabelSelector, MicroTime, ObjectMeta, Quantity, RawExtension, Time } from 'kops'",
      'export interface WidgetSpec {',
      lines,
      '}',
      'export interface Widget extends CustomResource { spec: WidgetSpec }',
      after,
    ].join('\n'),
    settings,
  )
  const root = result.versions[0]?.version.schema.openAPIV3Schema
  return { ...result, spec: root?.properties?.['spec'] ?? {} }
}

export interface FieldResult extends Omit<ReadResult, 'versions'> {
  readonly schema: JSONSchemaProps | undefined
  readonly required: boolean
}

/** The schema of the one field `x` that a spec declares, and the codes. */
export async function readField(
  lines: string,
  options: { after?: string; settings?: Partial<SchemaSettings> } = {},
): Promise<FieldResult> {
  const { spec, ...result } = await readSpec(lines, options)
  return {
    ...result,
    schema: spec.properties?.['x'],
    required: spec.required?.includes('x') === true,
  }
}

function hostOf(text: string): FileHost {
  const file = `${root}/${path}`
  return {
    ...diskFileHost,
    readText: (name) => (name === file ? text : diskFileHost.readText(name)),
    fileExists: (name) => name === file || diskFileHost.fileExists(name),
    directoryExists: (name) => file.startsWith(`${name}/`) || diskFileHost.directoryExists(name),
    readDirectory(name) {
      if (name === root) return { files: [], directories: ['api'] }
      if (name === `${root}/api`) return { files: [], directories: ['v1'] }
      if (name === `${root}/api/v1`) return { files: ['widget.ts'], directories: [] }
      return diskFileHost.readDirectory(name)
    },
  }
}
