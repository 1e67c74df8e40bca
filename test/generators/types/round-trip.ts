import { fileURLToPath } from 'node:url'
import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../../../src/apimachinery/custom-resource-definition.ts'
import type { JsonObject } from '../../../src/apimachinery/json.ts'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { readSources } from '../../../src/generators/sources.ts'
import { renderTypes } from '../../../src/generators/types/render-types.ts'
import { diskFileHost, type FileHost } from '../../../src/typemodel/file-host.ts'
import { readProgram } from '../../../src/typemodel/program-reader.ts'
import { memoryHost } from '../../typemodel/memory-host.ts'

/*
 * Definition → TypeScript → definition, in memory and without a project.
 */

const packageDirectory = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const root = '/project'

/** What the types of a definition give. */
export interface RoundTrip {
  /** The text of each file, by its path. */
  readonly files: Readonly<Record<string, string>>
  readonly crds: readonly CustomResourceDefinition[]
  /** Codes of what is wrong. */
  readonly errors: readonly string[]
}

export async function roundTrip(crds: readonly CustomResourceDefinition[]): Promise<RoundTrip> {
  const files = writtenTypes(crds)
  const sink = new DiagnosticSink()
  const program = readProgram({ root, packageDirectory, paths: ['.'] }, hostOf(files), sink)
  const schema = { insideProject: false, embeddedMetadata: false, foreignPrefixes: [] }
  const sources = await readSources(program, { schema, folders: [] }, sink)
  const errors = sink.diagnostics.filter(({ severity }) => severity === 'error')
  return {
    files,
    crds: sources.crds,
    errors: errors.map(({ code, message }) => `${code}: ${message}`),
  }
}

/** The files that are written for definitions. */
export function writtenTypes(
  crds: readonly CustomResourceDefinition[],
  markers = true,
): Record<string, string> {
  const artefacts = renderTypes(crds.map(toJson), { markers })
  return Object.fromEntries(artefacts.map(({ path, content }) => [path, content]))
}

function toJson(crd: CustomResourceDefinition): JsonObject {
  return crd as unknown as JsonObject
}

/** The files, and kops's own package beside them. */
function hostOf(files: Readonly<Record<string, string>>): FileHost {
  const memory = memoryHost(files)
  const isOwn = (path: string): boolean => path === root || path.startsWith(`${root}/`)
  const hostFor = (path: string): FileHost => (isOwn(path) ? memory : diskFileHost)
  return {
    readText: (path) => hostFor(path).readText(path),
    fileExists: (path) => hostFor(path).fileExists(path),
    directoryExists: (path) => hostFor(path).directoryExists(path),
    readDirectory: (path) => hostFor(path).readDirectory(path),
    realpath: (path) => hostFor(path).realpath(path),
  }
}

const description = (text: string): JSONSchemaProps => ({ description: text, type: 'string' })

/** A definition of one version, with what `spec` is. */
export function widgetWith(
  spec: JSONSchemaProps,
  { kind = 'Widget', root: rest = {} }: { kind?: string; root?: JSONSchemaProps } = {},
): CustomResourceDefinition {
  return definition(kind, {
    type: 'object',
    properties: {
      apiVersion: description('The version.\nOf the schema.'),
      kind: { type: 'string' },
      metadata: { type: 'object' },
      spec,
    },
    ...rest,
  })
}

/** A definition of one version with this schema. */
export function definition(kind: string, schema: JSONSchemaProps): CustomResourceDefinition {
  const plural = `${kind.toLowerCase()}s`
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.demo.example.com` },
    spec: {
      group: 'demo.example.com',
      names: { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  }
}

/** A definition whose spec has this one field. */
export function widgetWithField(field: JSONSchemaProps): CustomResourceDefinition {
  return widgetWith({ type: 'object', properties: { field } })
}
