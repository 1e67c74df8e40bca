import type { GroupVersionKind } from '../apimachinery/group-version-kind.ts'
import { camelCase, doNotEdit } from './generated-code.ts'
import { indexFile, specifier, type CodeStyle } from './descriptors.ts'

/** A kind of the project and the folder of its types, relative to the project: `api/apps/v1`. */
export interface RegisteredResource extends GroupVersionKind {
  readonly path: string
}

/** The file that wires the project together, relative to the project. */
export const registrationFile = 'src/zz_generated.register.ts'

/** The wiring of a project, as PROJECT lists it. */
export function renderRegistration(
  resources: readonly RegisteredResource[],
  style: CodeStyle = {},
): string {
  const sorted = resources.toSorted((left, right) => compareText(sortKey(left), sortKey(right)))
  const names = uniqueNames(sorted.map(localName))
  const imports = sorted.map(({ kind, path }, index) => {
    const from = specifier(`../${path}/${indexFile}`, style)
    return `import { ${kind} as ${names[index]} } from ${from}\n`
  })
  const list = names.map((name) => `  ${name},\n`).join('')
  return [
    style.header ?? '',
    doNotEdit,
    `import type { ResourceDescriptor } from 'kops'\n`,
    ...imports,
    '\n/** Every resource that this project brings, by group, version and kind. */\n',
    `export const resources: readonly ResourceDescriptor[] = [${list && '\n' + list}]\n`,
  ].join('')
}

function sortKey({ group, version, kind }: GroupVersionKind): string {
  return JSON.stringify([group, version, kind])
}

/** `appsV1Application`: a kind may come from several groups and versions. */
function localName({ path, kind }: RegisteredResource): string {
  return camelCase([...path.split('/').slice(1), kind])
}

function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
