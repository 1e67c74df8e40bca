import type { ResourceDescriptor } from '../apimachinery/group-version-kind.ts'
import { doNotEdit, quote } from './generated-code.ts'

/** A kind of a version folder and the file of the folder that exports its type. */
export interface DescribedKind extends Omit<ResourceDescriptor, 'objectType'> {
  /** `application.ts` */
  readonly file: string
}

/** The file of a version folder that holds its descriptors. */
export const descriptorsFile = 'zz_generated.descriptors.ts'

/** The file that the rest of the operator imports. */
export const indexFile = 'index.ts'

export interface CodeStyle {
  /** Comment lines above the file, each ending in a line feed. */
  readonly header?: string | undefined
  /** Whether relative imports name the source, or the file that a compiler makes of it. */
  readonly imports?: 'source' | 'output' | undefined
}

/**
 * The descriptors of a version folder: for each kind a type and a constant of one name, so that
 * `client.get(Application, …)` knows both what to ask for and what comes back. No kind has an underscore
 * in its name, nor begins in lower case, so that the names used here are free.
 */
export function renderDescriptors(kinds: readonly DescribedKind[], style: CodeStyle = {}): string {
  const sorted = kinds.toSorted((left, right) => compareText(left.kind, right.kind))
  const imports = sorted.map(
    ({ kind, file }) =>
      `import type { ${kind} as ${kind}_ } from ${specifier(`./${file}`, style)}\n`,
  )
  return [
    style.header ?? '',
    doNotEdit,
    `import type * as kops from 'kops'\n`,
    ...imports,
    ...sorted.map(renderDescriptor),
  ].join('')
}

function renderDescriptor(kind: DescribedKind): string {
  const subresources = kind.subresources.map(quote).join(', ')
  return `
export type ${kind.kind} = ${kind.kind}_
export const ${kind.kind}: kops.ResourceDescriptor<${kind.kind}> = {
  group: ${quote(kind.group)},
  version: ${quote(kind.version)},
  kind: ${quote(kind.kind)},
  plural: ${quote(kind.plural)},
  scope: ${quote(kind.scope)},
  subresources: [${subresources}],
}
`
}

/** What the index of a version folder passes on. */
export interface IndexContent {
  /** Names of the folder's kinds. */
  readonly kinds: readonly string[]
  /** The files of the folder that export something. */
  readonly files: readonly string[]
  /** Names that several of these files export, and the file that each is taken from. */
  readonly settled?: readonly { name: string; isType: boolean; file: string }[] | undefined
}

/**
 * The index of a version folder: everything that its files export, with each kind's type and descriptor
 * under one name.
 */
export function renderIndex(
  { kinds, files, settled = [] }: IndexContent,
  style: CodeStyle = {},
): string {
  const names = kinds.toSorted(compareText).join(', ')
  const exports = [
    ...files
      .toSorted(compareText)
      .map((file) => `export * from ${specifier(`./${file}`, style)}\n`),
    ...settled
      .toSorted((left, right) => compareText(left.name, right.name))
      .map(({ name, isType, file }) => {
        const from = specifier(`./${file}`, style)
        return `export ${isType ? 'type ' : ''}{ ${name} } from ${from}\n`
      }),
  ]
  const descriptors = specifier(`./${descriptorsFile}`, style)
  if (names !== '') exports.push(`export { ${names} } from ${descriptors}\n`)
  return [style.header ?? '', doNotEdit, ...exports].join('')
}

/** The specifier of a file, given by its path from the importing one. */
export function specifier(path: string, { imports }: CodeStyle): string {
  return quote(imports === 'output' ? path.replace(/\.([cm]?)tsx?$/, '.$1js') : path)
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
