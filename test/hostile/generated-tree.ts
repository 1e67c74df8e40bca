import type { JsonObject } from '../../src/apimachinery/json.ts'
import { planGeneration } from '../../src/cli/generation/plan-generation.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { renderTypes } from '../../src/generators/types/render-types.ts'
import { diskFileHost, type FileHost } from '../../src/typemodel/file-host.ts'
import type { ProgramOptions } from '../../src/typemodel/program-reader.ts'
import { ProgramReader } from '../../src/typemodel/program-reader.ts'
import { memoryHost } from '../typemodel/memory-host.ts'

/** What every generator makes of definitions, in memory. */
export interface GeneratedTree {
  readonly errors: readonly string[]
  readonly files: ReadonlyMap<string, string>
}

const root = '/project'

/** Generates types from definitions, and all else from these types and from other files. */
export async function generateTree(
  crds: readonly JsonObject[],
  others: Readonly<Record<string, string>>,
): Promise<GeneratedTree> {
  const types = renderTypes(crds, { markers: true }).map(
    ({ path, content }) => [`api/${path}`, withClient(content)] as const,
  )
  const sink = new DiagnosticSink()
  const plan = await planGeneration(
    {
      root,
      host: hostOf({ ...others, ...Object.fromEntries(types) }),
      flags: {
        paths: ['.'],
        headerFile: 'header.txt' in others ? 'header.txt' : undefined,
        applyConfigurations: true,
        validators: true,
        jsonSchemas: true,
        reference: true,
      },
      parts: ['manifests', 'code', 'client'],
      project: null,
      reader: keepReader,
    },
    sink,
  )
  const errors = sink.diagnostics.filter(({ severity }) => severity === 'error')
  return {
    errors: errors.map(({ code, message }) => `${code}: ${message}`),
    files: new Map((plan?.files ?? []).map(({ path, content }) => [path, String(content)])),
  }
}

let kept: ProgramReader | undefined

/** What stands on the disk is read once. */
function keepReader(options: ProgramOptions): ProgramReader {
  kept ??= new ProgramReader(options)
  return kept
}

function withClient(text: string): string {
  return text.replace(/^export interface \w+ extends .*CustomResource/m, '// +genclient\n$&')
}

/** The files, and kops's own package beside them. */
function hostOf(files: Readonly<Record<string, string>>): FileHost {
  const memory = memoryHost(files)
  const hostFor = (path: string): FileHost =>
    path === root || path.startsWith(`${root}/`) ? memory : diskFileHost
  return {
    readText: (path) => hostFor(path).readText(path),
    fileExists: (path) => hostFor(path).fileExists(path),
    directoryExists: (path) => hostFor(path).directoryExists(path),
    readDirectory: (path) => hostFor(path).readDirectory(path),
    realpath: (path) => hostFor(path).realpath(path),
  }
}
