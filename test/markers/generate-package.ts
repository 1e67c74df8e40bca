import { fileURLToPath } from 'node:url'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { manifestGenerators, type ManifestOptions } from '../../src/generators/manifests.ts'
import { readSources } from '../../src/generators/sources.ts'
import {
  diskFileHost,
  type DirectoryEntries,
  type FileHost,
} from '../../src/typemodel/file-host.ts'
import { ProgramReader } from '../../src/typemodel/program-reader.ts'

/*
 * From the texts of one kind's versions to what `kops manifests` would write, errors or not.
 */

const packageDirectory = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const root = '/demo'
const reader = new ProgramReader({ root, packageDirectory, paths: ['api'] })

const options: ManifestOptions = {
  crdOutput: 'crd',
  rbacOutput: 'rbac',
  webhookOutput: 'webhook',
  header: '',
  webhook: {},
  rbac: { roleName: 'manager-role', namespaced: false, scopeOf: () => undefined },
}

/** What is written for some texts, in one piece, and the codes of what is said. */
export interface Generated {
  readonly output: string
  readonly codes: readonly string[]
}

/** `texts` by version, each the one file of its folder. */
export async function generatePackage(texts: Readonly<Record<string, string>>): Promise<Generated> {
  const sink = new DiagnosticSink()
  const schema = { insideProject: true, embeddedMetadata: false, foreignPrefixes: [] }
  const program = reader.read(hostOf(texts), sink)
  const sources = await readSources(program, { schema, folders: [] }, sink)
  const artefacts = manifestGenerators.flatMap((each) => each.generate(sources, options, sink))
  return {
    output: artefacts.map(({ path, content }) => `# ${path}\n${content}`).join(''),
    codes: sink.diagnostics.map(({ code }) => code),
  }
}

/** The disk, and on it these files that are not there. */
function hostOf(texts: Readonly<Record<string, string>>): FileHost {
  const files = new Map(
    Object.entries(texts).map(([version, text]) => [`${root}/api/${version}/widget.ts`, text]),
  )
  const folders = new Map<string, DirectoryEntries>([
    [root, { files: [], directories: ['api'] }],
    [`${root}/api`, { files: [], directories: Object.keys(texts) }],
    ...Object.keys(texts).map(
      (version) => [`${root}/api/${version}`, { files: ['widget.ts'], directories: [] }] as const,
    ),
  ])
  return {
    ...diskFileHost,
    readText: (path) => files.get(path) ?? diskFileHost.readText(path),
    fileExists: (path) => files.has(path) || diskFileHost.fileExists(path),
    directoryExists: (path) => folders.has(path) || diskFileHost.directoryExists(path),
    readDirectory: (path) => folders.get(path) ?? diskFileHost.readDirectory(path),
  }
}
