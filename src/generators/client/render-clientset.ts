import { posix } from 'node:path'
import { indexFile, specifier, type CodeStyle } from '../descriptors.ts'
import { camelCase, doNotEdit, quote } from '../generated-code.ts'
import type { ClientKind, ClientMethod, ClientVersion, MethodType } from './client-model.ts'
import { clientVerbs } from './client-model.ts'
import { upperFirst } from './client-names.ts'
import { importAll, importNames, layOut, layOutPick, lineWidth } from './layout.ts'

/** Where a client is written: a folder relative to the root. */
export interface ClientStyle extends CodeStyle {
  readonly output: string
}

/** `SamplecrdV1`: what the names of a group version begin with. */
export function versionName({ groupName, version }: ClientVersion): string {
  return upperFirst(camelCase([groupName, version]))
}

/** The specifier of the index of a version's types, from a file two folders below the output. */
export function typesSpecifier({ path }: ClientVersion, style: ClientStyle): string {
  const from = posix.join('/', style.output, 'clientset/group')
  const relative = posix.relative(from, posix.join('/', path, indexFile))
  return specifier(relative.startsWith('.') ? relative : `./${relative}`, style)
}

/** The class that holds a client of each group version. */
export function renderClientset(versions: readonly ClientVersion[], style: ClientStyle): string {
  const imports = versions.map((version) => {
    const from = specifier(`./${version.groupFolder}/${version.version}.ts`, style)
    return importNames([`${versionName(version)}Client`], from)
  })
  const members = versions.map((each) => ({
    property: camelCase([each.groupName, each.version]),
    type: `${versionName(each)}Client`,
  }))
  const fields = members.map(({ property, type }) => `  readonly ${property}: ${type}\n`)
  const made = members.map(({ property, type }) => `    this.${property} = new ${type}(client)\n`)
  return `${style.header ?? ''}${doNotEdit}import type { Client } from 'kops/runtime'
${imports.join('')}
/** The typed clients of every group version, on one connection. */
export class Clientset {
${fields.join('')}
  constructor(client: Client) {
${made.join('')}  }
}
`
}

/** The typed clients of the kinds of one group version. */
export function renderVersionClients(version: ClientVersion, style: ClientStyle): string {
  const { group, kinds } = version
  const modules = modulesOf(kinds)
  const accessors = kinds.map(renderAccessor).join('\n')
  return [
    style.header ?? '',
    doNotEdit,
    importAll('kops', quote('kops/runtime')),
    ...modules.map((module) => importAll(moduleName(module), quote(module), true)),
    importAll('api', typesSpecifier(version, style)),
    ...kinds.map(renderKind),
    `
/** The kinds of ${group}/${version.version}. */
export class ${versionName(version)}Client {
  readonly #client: kops.Client

  constructor(client: kops.Client) {
    this.#client = client
  }

${accessors}}
`,
  ].join('')
}

/** The modules of Kubernetes' own types that methods send or give. */
function modulesOf(kinds: readonly ClientKind[]): readonly string[] {
  const types = kinds.flatMap(({ methods }) =>
    methods.flatMap(({ input, result }) => [input, result]),
  )
  const modules = types.flatMap(({ module }) => module ?? [])
  return [...new Set(modules)].sort()
}

/** `kops/kubernetes/autoscaling/v1` → `autoscalingV1`. */
function moduleName(module: string): string {
  return camelCase(module.split('/').slice(-2))
}

function typeName({ module, name }: MethodType): string {
  return `${module === undefined ? 'api' : moduleName(module)}.${name}`
}

function renderKind(kind: ClientKind): string {
  const { isNamespaced, methods } = kind
  const name = `${kind.kind}Client`
  const verbs = clientVerbs.filter((verb) => kind.verbs.has(verb)).map(quote)
  const base = `kops.ResourceClient<api.${kind.kind}>`
  const places = isNamespaced ? ' of one namespace, or of all' : ''
  const doc = `\n/** What the API server does with ${kind.accessor}${places}. */\n`
  if (methods.length === 0) {
    const type = verbs.length === 0 ? ['never'] : verbs
    return doc + layOutPick(`export type ${name}`, base, type)
  }
  const pick = verbs.length === 0 ? '' : `\n${layOutPick(`type ${kind.kind}Verbs`, base, verbs)}`
  const parent = verbs.length === 0 ? '' : ` extends ${kind.kind}Verbs`
  const declared = methods.map((method) => renderDeclaration(method, kind.kind)).join('')
  const written = methods.map((method) => renderMethod(method, kind.kind)).join('\n')
  return `${pick}${doc}export interface ${name}${parent} {
${declared}}

class ${kind.kind}Resource extends ${base} implements ${name} {
${written}}
`
}

/** A method as an interface declares it. */
function renderDeclaration(method: ClientMethod, kind: string): string {
  if (method.subresource === undefined) return `  ${method.name}: ${verbType(method, kind)}\n`
  return renderSignature(method, '')
}

function renderMethod(method: ClientMethod, kind: string): string {
  const { name, verb, subresource, input, result } = method
  if (subresource === undefined) {
    const start = `  ${name}: ${verbType(method, kind)} = (...parameters) =>`
    const call = `this.${verb}(...parameters)`
    const line = `${start} ${call}`
    return line.length <= lineWidth ? `${line}\n` : `${start}\n    ${call}\n`
  }
  const types = [...new Set([typeName(input), typeName(result)])].join(', ')
  const call = layOut({
    indent: '    ',
    open: `return this.subresource<${types}>(${quote(subresource)}).${verb}(`,
    items: ['name', ...parametersOf(method).map((each) => each.split(/\W/)[0] ?? '')],
    close: ')',
  })
  return `${renderSignature(method, ' {')}${call}  }\n`
}

/** The method is one more name of a verb. */
function verbType({ verb }: ClientMethod, kind: string): string {
  return `kops.ResourceClient<api.${kind}>[${quote(verb)}]`
}

function renderSignature(method: ClientMethod, end: string): string {
  return layOut({
    indent: '  ',
    open: `${method.name}(`,
    items: ['name: string', ...parametersOf(method)],
    close: `): Promise<${typeName(method.result)}>${end}`,
  })
}

/** What a method of a subresource takes beside the object's name. */
function parametersOf({ verb, input }: ClientMethod): readonly string[] {
  if (verb === 'get') return ['options?: kops.RequestOptions']
  if (verb === 'patch') return ['patch: kops.Patch', 'options?: kops.WriteOptions']
  const options = verb === 'apply' ? 'ApplyOptions' : 'WriteOptions'
  return [`body: ${typeName(input)}`, `options?: kops.${options}`]
}

function renderAccessor(kind: ClientKind): string {
  const { accessor, isNamespaced, methods } = kind
  const made = methods.length === 0 ? 'kops.ResourceClient' : `${kind.kind}Resource`
  const doc = isNamespaced
    ? 'Those of a namespace, or, without one, of all.'
    : 'Those of the cluster.'
  const open = `${accessor}(${isNamespaced ? 'namespace?: string' : ''}): ${kind.kind}Client {`
  const place = isNamespaced ? ['namespace'] : []
  return `  /** ${doc} */
  ${open}
${layOut({ indent: '    ', open: `return new ${made}(`, items: ['this.#client', `api.${kind.kind}`, ...place], close: ')' })}  }
`
}
