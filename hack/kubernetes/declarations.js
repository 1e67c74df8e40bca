/*
 * Writes dist/kubernetes: what the schema stage reads of each package of Kubernetes (data/), and for the user
 * <group>/<version>.{d.ts,js}: its types as plain JSON, and the resource descriptor of each kind under the kind's
 * name. Made from the facts and the prose when the package is built.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { prose } from './prose.js'
import { facts } from './read-facts.js'

/** @typedef {Record<string, any>} Fact */

const dist = new URL('../../dist/kubernetes/', import.meta.url)

/** Types that the entry `kops` declares: one type, whichever way it is imported. */
const entryTypes = new Set([
  'Condition',
  'Duration',
  'LabelSelector',
  'LabelSelectorRequirement',
  'ManagedFieldsEntry',
  'MicroTime',
  'ObjectMeta',
  'OwnerReference',
  'Time',
])

const scalars = /** @type {Record<string, string>} */ ({
  'integer int32': 'kops.Int32',
  'integer int64': 'kops.Int64',
  integer: 'kops.Integer',
  number: 'kops.Double',
  'string byte': 'kops.Bytes',
})

write('data/resources.json', JSON.stringify(facts.resources))
for (const module of Object.keys(facts.types)) {
  const descriptors = descriptorsOf(module)
  const data = { types: facts.types[module], prose: prose[module] ?? {} }
  write(`data/${module}.json`, JSON.stringify(data))
  write(`${module}.js`, renderDescriptors(descriptors))
  write(`${module}.d.ts`, renderDeclarations(module, descriptors))
}

/** @param {string} path @param {string} text */
function write(path, text) {
  const url = new URL(path, dist)
  mkdirSync(dirname(url.pathname), { recursive: true })
  writeFileSync(url, text)
}

/** The kinds of a module that the API server serves. @param {string} module */
function descriptorsOf(module) {
  return Object.entries(facts.types[module]).flatMap(([name, fact]) => {
    const [group, version, kind] = /** @type {Fact} */ (fact).$kind?.split('/') ?? []
    const resources = facts.resources[`${group}/${version}`] ?? []
    const resource = resources.find((/** @type {Fact} */ each) => each.kind === kind)
    if (name !== kind || !resource) return []
    const { plural, namespaced, subresources } = resource
    const scope = namespaced ? 'Namespaced' : 'Cluster'
    return [{ group, version, kind, plural, scope, subresources }]
  })
}

/** @param {Fact[]} descriptors */
function renderDescriptors(descriptors) {
  const lines = descriptors.map((each) => `export const ${each.kind} = ${JSON.stringify(each)}\n`)
  return lines.length > 0 ? lines.join('') : 'export {}\n'
}

/** @param {string} module @param {Fact[]} descriptors */
function renderDeclarations(module, descriptors) {
  const imports = new Set(descriptors.length > 0 ? ['kops.ResourceDescriptor'] : [])
  const reference = referenceWriter(module, imports)
  const types = Object.entries(facts.types[module])
    .filter(([name]) => !(module === 'meta/v1' && entryTypes.has(name)))
    .map(([name, fact]) => renderType({ module, name, fact, reference }))
  const values = descriptors.map(
    ({ kind }) => `export declare const ${kind}: ResourceDescriptor<${kind}>\n`,
  )
  return [...renderImports(imports, module), ...types, ...values].join('\n')
}

/** @param {Set<string>} imports @param {string} module */
function renderImports(imports, module) {
  const byModule = new Map()
  for (const each of [...imports].sort()) {
    const [from, name] = splitReference(each)
    byModule.set(from, [...(byModule.get(from) ?? []), name])
  }
  const lines = [...byModule].map(([from, names]) =>
    from === 'kops'
      ? `import type { ${names.join(', ')} } from 'kops'`
      : `import type * as ${alias(from)} from 'kops/kubernetes/${from}'`,
  )
  const exports = `export type { ${[...entryTypes].join(', ')} } from 'kops'`
  return [...lines, ...(module === 'meta/v1' ? [exports] : []), '']
}

/** @param {string} reference */
function splitReference(reference) {
  const dot = reference.indexOf('.')
  return [reference.slice(0, dot), reference.slice(dot + 1)]
}

/** @param {string} module */
function alias(module) {
  return module.replace('/', '')
}

/** Writes a reference as this module's file names it, and notes the import. @param {string} module @param {Set<string>} imports */
function referenceWriter(module, imports) {
  return (/** @type {string} */ reference) => {
    const [from = '', name = ''] = splitReference(reference)
    const isEntryType = from === 'kops' || (from === 'meta/v1' && entryTypes.has(name))
    if (!isEntryType && from === module) return name
    imports.add(isEntryType ? `kops.${name}` : reference)
    return isEntryType ? name : `${alias(from)}.${name}`
  }
}

/** @param {{ module: string, name: string, fact: Fact, reference: (reference: string) => string }} type */
function renderType({ module, name, fact, reference }) {
  const words = prose[module]?.[name] ?? {}
  const doc = renderDoc(words[''], '')
  if (!fact['properties']) return `${doc}export type ${name} = ${typeOf(fact, reference)}\n`
  const required = new Set(fact['required'])
  const fields = Object.entries(fact['properties']).map(([property, each]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(property) ? property : JSON.stringify(property)
    const type =
      constantOf(property, fact['$kind']) ?? typeOf(/** @type {Fact} */ (each), reference)
    const mark = required.has(property) ? '' : '?'
    return `${renderDoc(words[property], '  ')}  ${key}${mark}: ${type}\n`
  })
  return `${doc}export interface ${name} {\n${fields.join('')}}\n`
}

/** What `apiVersion` and `kind` of a kind always are. @param {string} property @param {string | undefined} kindName */
function constantOf(property, kindName) {
  if (kindName === undefined) return undefined
  const [group, version, kind] = kindName.split('/')
  if (property === 'apiVersion') return `'${group ? `${group}/` : ''}${version}'`
  return property === 'kind' ? `'${kind}'` : undefined
}

/** @param {string | undefined} text @param {string} indent */
function renderDoc(text, indent) {
  return text ? `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n` : ''
}

/** @param {Fact} fact @param {(reference: string) => string} reference @returns {string} */
function typeOf(fact, reference) {
  if (fact['enum']) return fact['enum'].map(literal).join(' | ')
  if (fact['$values']) return fact['$values'].map(literal).join(' | ')
  if (fact['$ref']) return reference(fact['$ref'])
  if (fact['x-kubernetes-int-or-string']) return reference('kops.IntOrString')
  if (fact['type'] === 'array') return arrayOf(typeOf(fact['items'], reference))
  if (fact['type'] === 'object') return objectOf(fact, reference)
  return scalarOf(fact, reference)
}

/** @param {unknown} value */
function literal(value) {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

/** @param {string} element */
function arrayOf(element) {
  return /[| {]/.test(element) ? `(${element})[]` : `${element}[]`
}

/** @param {Fact} fact @param {(reference: string) => string} reference */
function objectOf(fact, reference) {
  const values = fact['additionalProperties']
  if (values && typeof values === 'object') return `{ [key: string]: ${typeOf(values, reference)} }`
  if (fact['properties']) {
    const fields = Object.entries(fact['properties']).map(
      ([name, each]) => `${name}?: ${typeOf(/** @type {Fact} */ (each), reference)}`,
    )
    return `{ ${fields.join('; ')} }`
  }
  return reference('kops.JsonObject')
}

/** @param {Fact} fact @param {(reference: string) => string} reference */
function scalarOf(fact, reference) {
  const key = [fact['type'], fact['format']].filter(Boolean).join(' ')
  const brand = scalars[key]
  if (brand) return reference(brand)
  return fact['type'] === 'string' || fact['type'] === 'boolean'
    ? fact['type']
    : reference('kops.JsonValue')
}
