import { qualifiedGroup, type Project, type ProjectResource } from '../project/project.ts'
import { apiFolder } from './create-api-plan.ts'
import { renderTypeScriptString } from './template-values.ts'

/*
 * What the templates of controllers and webhooks call a kind, and where they import it from.
 */

/** A kind as a file imports it. */
export interface ImportedKind {
  /** `Application`: the name in the file. */
  readonly kind: string
  /** `Manager as ManagerKind`, where the file uses the kind's own name for something else. */
  readonly imported: string
}

/** The name of a kind in a file that uses some names for something else. */
export function importKind(kind: string, taken: ReadonlySet<string>): ImportedKind {
  const local = taken.has(kind) ? `${kind}Kind` : kind
  return { kind: local, imported: local === kind ? kind : `${kind} as ${local}` }
}

/** `application`: a variable that holds an object of the kind. */
export function variableFor(kind: string): string {
  const name = kind.charAt(0).toLowerCase() + kind.slice(1)
  // Lines with a longer name would not fit.
  return name.length > 22 || reservedWords.has(name) ? 'object' : name
}

export function articleFor(kind: string): 'a' | 'an' {
  return /^[AEIOU]/.test(kind) ? 'an' : 'a'
}

/** The module that exports a kind's type and descriptor; `up` leads from the importing file to the project. */
export function typesModule(project: Project, resource: ProjectResource, up: string): string {
  if (!resource.core) return `${up}${apiFolder(project, resource)}/index.ts`
  const [label = ''] = (qualifiedGroup(resource) || 'core').split('.')
  return `kops/kubernetes/${label}/${resource.version}`
}

/** A call with one text, on as many lines as the formatter gives it. The text holds nothing to escape. */
export function renderCall(indent: string, callee: string, text: string): string {
  const literal = renderTypeScriptString(text)
  const line = `${indent}${callee}(${literal})`
  return line.length <= 100 ? line : `${indent}${callee}(\n${indent}  ${literal},\n${indent})`
}

/** A constant that holds one text, on as many lines as the formatter gives it. */
export function renderConstant(indent: string, name: string, text: string): string {
  const literal = renderTypeScriptString(text)
  const line = `${indent}const ${name} = ${literal}`
  return line.length <= 100 ? line : `${indent}const ${name} =\n${indent}  ${literal}`
}

/** Words that no variable can be called, and what the templates call something else. */
const reservedWords: ReadonlySet<string> = new Set(
  (
    'annotation annotations arguments await break broken case catch class client conditions const context continue ' +
    'contact debugger default delete dependencies do else enum eval expect export extends false finally for function ' +
    'if implements import in instanceof interface let log manager new null package path private protected public ' +
    'reconcile return running setup metadata get key name patch request signal skip state static status successes ' +
    'super switch test this throw true try typeof undefined update validate validator var void while with yield'
  ).split(' '),
)
