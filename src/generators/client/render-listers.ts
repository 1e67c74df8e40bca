import { importAll, layOut } from './layout.ts'
import { quote, doNotEdit } from '../generated-code.ts'
import { isCached, type ClientKind, type ClientVersion } from './client-model.ts'
import { typesSpecifier, type ClientStyle } from './render-clientset.ts'

/** The listers of the kinds of one group version. */
export function renderListers(version: ClientVersion, style: ClientStyle): string {
  return [
    style.header ?? '',
    doNotEdit,
    importAll('kops', quote('kops/runtime'), true),
    importAll('api', typesSpecifier(version, style), true),
    ...version.kinds.filter(isCached).map(renderLister),
  ].join('')
}

function renderLister(kind: ClientKind): string {
  return kind.isNamespaced ? renderNamespaced(kind) : renderClusterScoped(kind)
}

function renderNamespaced({ kind, accessor }: ClientKind): string {
  return `${head(kind, accessor)}
  /** Those of one namespace. */
  ${accessor}(namespace: string): ${kind}NamespaceLister {
    return new ${kind}NamespaceLister(this.#lister, namespace)
  }
}

/** Reads the ${accessor} of one namespace. */
export class ${kind}NamespaceLister {
  readonly #lister: kops.Lister<api.${kind}>
  readonly #namespace: string

  constructor(lister: kops.Lister<api.${kind}>, namespace: string) {
    this.#lister = lister
    this.#namespace = namespace
  }

  /** The object, or \`undefined\` where none is stored. */
  get(name: string): kops.DeepReadonly<api.${kind} | undefined> {
    return this.#lister.get(name, this.#namespace)
  }

  /** All that are stored, or those with the labels. */
  list(labelSelector = ''): readonly kops.DeepReadonly<api.${kind}>[] {
    return this.#lister.list({ namespace: this.#namespace, labelSelector })
  }
}
`
}

function renderClusterScoped({ kind, accessor }: ClientKind): string {
  return `${head(kind, accessor)}
  /** The object, or \`undefined\` where none is stored. */
  get(name: string): kops.DeepReadonly<api.${kind} | undefined> {
    return this.#lister.get(name)
  }
}
`
}

function head(kind: string, accessor: string): string {
  return `
/** Reads the ${accessor} that an informer has stored. They are shared and read-only. */
export class ${kind}Lister {
  readonly #lister: kops.Lister<api.${kind}>

  constructor(lister: kops.Lister<api.${kind}>) {
    this.#lister = lister
  }

  /** All that are stored, or those with the labels. */
  list(labelSelector = ''): readonly kops.DeepReadonly<api.${kind}>[] {
    return this.#lister.list({ labelSelector })
  }

  /** Those with a value in an index of the informer. */
${renderByIndex(kind)}    return this.#lister.byIndex(index, value)
  }
`
}

function renderByIndex(kind: string): string {
  return layOut({
    indent: '  ',
    open: 'byIndex(',
    items: ['index: string', 'value: string'],
    close: `): readonly kops.DeepReadonly<api.${kind}>[] {`,
  })
}
