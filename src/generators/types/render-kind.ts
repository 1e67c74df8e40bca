import { quote } from '../generated-code.ts'
import { renderPlainText, renderText, type DeclaredText } from './declared-text.ts'
import type { PlannedKind } from './plan-kind.ts'
import type { PlannedDeclaration, PlannedMember } from './planned-type.ts'
import { propertyName, renderAfter, type LibraryName, type NamesInFile } from './type-expression.ts'

/** How a file of types is written. */
export interface KindStyle {
  /** Whether markers say what types cannot. */
  readonly markers: boolean
}

/** The file of one version of a kind: the kind first, then what it is made of. */
export function renderKind(
  planned: PlannedKind,
  names: ReadonlyMap<PlannedDeclaration, string>,
  { folderNames, style }: { folderNames: ReadonlySet<string>; style: KindStyle },
): string {
  const imports = new Imports(folderNames)
  const file: FileContext = {
    style,
    names: {
      declared: (declaration) => names.get(declaration) ?? '',
      imported: (library) => imports.nameOf(library),
      hasRecord: !folderNames.has('Record'),
    },
  }
  const base = imports.nameOf({ module: 'kops', name: 'CustomResource' })
  const kind = renderDeclaration(planned.root, `${planned.kind} extends ${base}`, file)
  const others = planned.declarations.map((declaration) =>
    renderDeclaration(declaration, names.get(declaration) ?? '', file),
  )
  return [imports.render(), kind, ...others].join('\n')
}

interface FileContext {
  readonly style: KindStyle
  readonly names: NamesInFile<PlannedDeclaration>
}

function renderDeclaration(
  { text, body }: PlannedDeclaration,
  name: string,
  file: FileContext,
): string {
  const above = renderAbove(text, '', file)
  if (body.kind === 'alias') {
    const start = `export type ${name} =`
    const type = renderAfter(body.type, { names: file.names, indent: '', used: start.length })
    return `${above}${start}${type}\n`
  }
  const members = body.members.map((member) => renderMember(member, file))
  const rest = body.isOpen ? ['  [key: string]: unknown\n'] : []
  const lines = [...members, ...rest]
  const base = body.extends === undefined ? '' : ` extends ${nameOf(body.extends, file)}`
  if (lines.length === 0) return `${above}export interface ${name}${base} {}\n`
  return `${above}export interface ${name}${base} {\n${lines.join('')}}\n`
}

function nameOf(base: LibraryName | PlannedDeclaration, { names }: FileContext): string {
  return 'module' in base ? names.imported(base) : names.declared(base)
}

function renderMember({ name, optional, type, text }: PlannedMember, file: FileContext): string {
  const start = `  ${propertyName(name)}${optional ? '?' : ''}:`
  const after = renderAfter(type, { names: file.names, indent: '  ', used: start.length })
  return `${renderAbove(text, '  ', file)}${start}${after}\n`
}

function renderAbove(text: DeclaredText, indent: string, { style }: FileContext): string {
  return style.markers ? renderText(text, indent) : renderPlainText(text.description, indent)
}

/** The imports of a file; a name that the folder has itself gets another one here. */
class Imports {
  readonly #modules = new Map<string, Map<string, string>>()
  readonly #taken: ReadonlySet<string>

  constructor(taken: ReadonlySet<string>) {
    this.#taken = taken
  }

  nameOf({ module, name }: LibraryName): string {
    const known = this.#modules.get(module) ?? new Map<string, string>()
    this.#modules.set(module, known)
    const local = known.get(name) ?? this.#freeName(name)
    known.set(name, local)
    return local
  }

  #freeName(name: string): string {
    let local = name
    const isUsed = (): boolean =>
      this.#taken.has(local) ||
      [...this.#modules.values()].some((names) => [...names.values()].includes(local))
    while (isUsed()) local = `${local}_`
    return local
  }

  render(): string {
    return [...this.#modules]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([module, names]) => {
        const specifiers = [...names]
          .toSorted(([left], [right]) => (left < right ? -1 : 1))
          .map(([name, local]) => (name === local ? name : `${name} as ${local}`))
        return importTypes(specifiers, module)
      })
      .join('')
  }
}

function importTypes(names: readonly string[], module: string): string {
  const line = `import type { ${names.join(', ')} } from ${quote(module)}\n`
  if (line.length <= 101) return line
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from ${quote(module)}\n`
}
