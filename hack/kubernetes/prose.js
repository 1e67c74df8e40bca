/*
 * Kubernetes' own documentation of the types and fields that the facts name, taken from the declarations of a
 * development dependency when the package is built, white space collapsed.
 * `{ "core/v1": { "PodSpec": { "": "…", "containers": "…" } } }`
 */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { facts } from './read-facts.js'

/** @typedef {Record<string, Record<string, Record<string, string>>>} Prose */

const root = dirname(createRequire(import.meta.url).resolve('@pulumi/kubernetes/package.json'))
export const prose = /** @type {Prose} */ ({})
for (const file of ['types/output.d.ts', 'types/input.d.ts']) addTypes(join(root, file))
for (const { module, folder } of versionFolders()) addKinds(folder, module)
addTypeMeta()
addInlinedTypes()

/** @param {string} path */
function parse(path) {
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
}

/** Interfaces stand in nested namespaces: `core` in it `v1`. @param {string} path */
function addTypes(path) {
  /** @param {ts.Node} node @param {readonly string[]} namespaces */
  const visit = (node, namespaces) => {
    if (ts.isModuleDeclaration(node) && node.body) visit(node.body, [...namespaces, node.name.text])
    else if (ts.isInterfaceDeclaration(node)) addMembers(namespaces.join('/'), node, node.name.text)
    else ts.forEachChild(node, (child) => visit(child, namespaces))
  }
  visit(parse(path), [])
}

/** Kinds are classes, one to a file. @param {string} folder @param {string} module */
function addKinds(folder, module) {
  for (const file of readdirSync(folder).filter((each) => /^\w+\.d\.ts$/.test(each))) {
    for (const statement of parse(join(folder, file)).statements) {
      if (ts.isClassDeclaration(statement) && statement.name) {
        addMembers(module, statement, statement.name.text)
      }
    }
  }
}

function versionFolders() {
  return readdirSync(root, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .flatMap(({ name: group }) =>
      readdirSync(join(root, group), { withFileTypes: true })
        .filter((each) => each.isDirectory() && /^v\d/.test(each.name))
        .map(({ name }) => ({ module: `${group}/${name}`, folder: join(root, group, name) })),
    )
}

/** @param {string} module @param {ts.InterfaceDeclaration | ts.ClassDeclaration} declaration @param {string} name */
function addMembers(module, declaration, name) {
  const fact = facts.types[module]?.[name]
  if (!fact) return
  const ofModule = (prose[module] ??= {})
  const ofType = (ofModule[name] ??= {})
  ofType[''] ??= commentOf(declaration)
  for (const member of declaration.members) {
    if (!ts.isPropertySignature(member) && !ts.isPropertyDeclaration(member)) continue
    const property =
      ts.isIdentifier(member.name) || ts.isStringLiteral(member.name) ? member.name.text : ''
    const text = commentOf(member)
    if (property in (fact.properties ?? {}) && text !== '') ofType[property] ??= text
  }
}

/** @param {ts.Node} node */
function commentOf(node) {
  const source = node.getSourceFile().text
  const range = ts.getLeadingCommentRanges(source, node.pos)?.at(-1)
  if (!range || !source.startsWith('/**', range.pos)) return ''
  const lines = source.slice(range.pos + 3, range.end - 2).split('\n')
  const text = lines.map((line) => line.replace(/^\s*\* ?/, '')).join(' ')
  return withoutPackageNotes(text.replaceAll('*&#47;', '*/')).replace(/\s+/g, ' ').trim()
}

/** The dependency adds remarks of its own after Kubernetes' words. @param {string} text */
function withoutPackageNotes(text) {
  const start = text.search(
    / {2,}(This resource waits until|Note: While Pulumi|Note: This resource)/,
  )
  return start < 0 ? text : text.slice(0, start)
}

/** What every kind says of `apiVersion` and `kind`, under a name of its own. */
function addTypeMeta() {
  const { apiVersion = '', kind = '' } = prose['core/v1']?.['Pod'] ?? {}
  const meta = (prose['meta/v1'] ??= {})
  meta['TypeMeta'] = { apiVersion, kind }
}

/** A type that Go embeds in another has no declaration of its own: its fields' words stand in the other's. */
function addInlinedTypes() {
  for (const [module, types] of Object.entries(facts.types)) {
    for (const [name, fact] of Object.entries(/** @type {Record<string, any>} */ (types))) {
      for (const inlined of fact.$inlines ?? []) {
        const names = Object.keys(facts.types[module]?.[inlined]?.properties ?? {})
        const words = prose[module]?.[name] ?? {}
        const ofModule = (prose[module] ??= {})
        const own = (ofModule[inlined] ??= {})
        for (const each of names) own[each] ??= words[each] ?? ''
      }
    }
  }
}
