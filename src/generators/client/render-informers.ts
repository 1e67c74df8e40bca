import { specifier } from '../descriptors.ts'
import { camelCase, doNotEdit, quote } from '../generated-code.ts'
import { isCached, type ClientKind, type ClientVersion } from './client-model.ts'
import { groupBy } from './group-by.ts'
import { importAll, importNames, layOut } from './layout.ts'
import { typesSpecifier, versionName, type ClientStyle } from './render-clientset.ts'

/** What the factory has by itself. */
const factoryMembers = new Set([
  'constructor',
  'forResource',
  'shutdown',
  'start',
  'statuses',
  'waitForCacheSync',
])

/** The factory through which every group version's informers are reached. */
export function renderInformerFactory(
  versions: readonly ClientVersion[],
  style: ClientStyle,
): string {
  const imports = versions.map((version) => {
    const from = specifier(`./${version.groupFolder}/${version.version}.ts`, style)
    return importNames([`${versionName(version)}Informers`], from)
  })
  const groups = [...groupBy(versions, ({ groupName }) => groupName)].map(([name, several]) => {
    const open = `readonly ${factoryMembers.has(name) ? `${name}Group` : name} = {`
    const items = several.map(
      (each) => `${camelCase([each.version])}: new ${versionName(each)}Informers(this)`,
    )
    return layOut({ indent: '  ', open, items, close: '}', padding: ' ' })
  })
  return `${style.header ?? ''}${doNotEdit}import * as kops from 'kops/runtime'
${imports.join('')}
/** Gives each kind one informer, however many ask for it, by group and version. */
export class SharedInformerFactory extends kops.SharedInformerFactory {
${groups.join('')}}
`
}

/** The informers of the kinds of one group version. */
export function renderVersionInformers(version: ClientVersion, style: ClientStyle): string {
  const kinds = version.kinds.filter(isCached)
  const listers = kinds.map(({ kind }) => `${kind}Lister`)
  const from = specifier(`../../listers/${version.groupFolder}/${version.version}.ts`, style)
  return [
    style.header ?? '',
    doNotEdit,
    importAll('kops', quote('kops/runtime'), true),
    importAll('api', typesSpecifier(version, style)),
    importNames(listers, from),
    ...kinds.map(renderInformer),
    renderGroup(version, kinds),
  ].join('')
}

function renderInformer({ kind, accessor }: ClientKind): string {
  return `
/** The informer of ${accessor} and the lister over its store. */
export class ${kind}Informer {
  readonly #factory: kops.SharedInformerFactory
  readonly #options: kops.InformerOptions<api.${kind}>

  constructor(
    factory: kops.SharedInformerFactory,
    options: kops.InformerOptions<api.${kind}> = {},
  ) {
    this.#factory = factory
    this.#options = options
  }

  /** The one informer of the factory with these options. It runs once the factory is started. */
  informer(): kops.SharedIndexInformer<api.${kind}> {
    return this.#factory.forResource(api.${kind}, this.#options)
  }

  lister(): ${kind}Lister {
    return new ${kind}Lister(this.informer().lister)
  }
}
`
}

function renderGroup(version: ClientVersion, kinds: readonly ClientKind[]): string {
  const accessors = kinds.map(
    ({ kind, accessor }) => `
${layOut({ indent: '  ', open: `${accessor}(`, items: [`options?: kops.InformerOptions<api.${kind}>`], close: `): ${kind}Informer {` })}    return new ${kind}Informer(this.#factory, options)
  }
`,
  )
  return `
/** The informers of ${version.group}/${version.version}. */
export class ${versionName(version)}Informers {
  readonly #factory: kops.SharedInformerFactory

  constructor(factory: kops.SharedInformerFactory) {
    this.#factory = factory
  }
${accessors.join('')}}
`
}
