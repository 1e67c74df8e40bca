import { posix } from 'node:path'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { CodeStyle } from '../descriptors.ts'
import type { Artefact, Generator } from '../generator.ts'
import type { Sources } from '../sources.ts'
import { isCached, type ClientVersion } from './client-model.ts'
import { readClients, type ClientSelection } from './read-clients.ts'
import { renderClientset, renderVersionClients, type ClientStyle } from './render-clientset.ts'
import { renderInformerFactory, renderVersionInformers } from './render-informers.ts'
import { renderListers } from './render-listers.ts'

export interface ClientOptions extends ClientSelection {
  /** The folder that is written to, relative to the root. */
  readonly output: string
  readonly style: CodeStyle
}

/**
 * What `kops generate client` writes: for the kinds with `+genclient` what code-generator gives a Go program.
 * `read-clients.ts` says which kinds, verbs and methods; the renderers make text of that.
 */
export const clientGenerators: readonly Generator<ClientOptions>[] = [
  {
    name: 'clientset',
    doc: 'a typed client for each group version, and the set of them',
    generate: (sources, options, sink) => {
      const versions = readClients(sources, options, sink)
      return writeAll(
        { template: 'clientset', versions, options },
        { name: 'clientset.ts', renderWhole: renderClientset, renderVersion: renderVersionClients },
      )
    },
  },
  {
    name: 'informers',
    doc: 'the shared informer factory, and the informers of each group version',
    generate: (sources, options, sink) =>
      writeAll(
        { template: 'informers', versions: readCached(sources, options, sink), options },
        {
          name: 'factory.ts',
          renderWhole: renderInformerFactory,
          renderVersion: renderVersionInformers,
        },
      ),
  },
  {
    name: 'listers',
    doc: 'typed readers of what informers store',
    generate: (sources, options, sink) =>
      writeAll(
        { template: 'listers', versions: readCached(sources, options, sink), options },
        { renderVersion: renderListers },
      ),
  },
]

/** The versions that have anything to inform of. */
function readCached(
  sources: Sources,
  options: ClientOptions,
  sink: DiagnosticSink,
): readonly ClientVersion[] {
  return readClients(sources, options, sink).filter(({ kinds }) => kinds.some(isCached))
}

interface Written {
  /** Also the name of the folder. */
  readonly template: string
  readonly versions: readonly ClientVersion[]
  readonly options: ClientOptions
}

interface Renderers {
  readonly name?: string
  readonly renderWhole?: (versions: readonly ClientVersion[], style: ClientStyle) => string
  readonly renderVersion: (version: ClientVersion, style: ClientStyle) => string
}

function writeAll(
  { template, versions, options: { output, style } }: Written,
  { name = '', renderWhole, renderVersion }: Renderers,
): Artefact[] {
  if (versions.length === 0) return []
  const given = { ...style, output }
  const folder = posix.join(output, template)
  const ofVersions = versions.map((version) => ({
    path: posix.join(folder, version.groupFolder, `${version.version}.ts`),
    content: renderVersion(version, given),
    template,
  }))
  if (renderWhole === undefined) return ofVersions
  const whole = { path: posix.join(folder, name), content: renderWhole(versions, given), template }
  return [whole, ...ofVersions]
}
