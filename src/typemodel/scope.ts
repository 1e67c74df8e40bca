import { ts } from './compiler.ts'
import type { SourceUnit } from './source-unit.ts'

/** What declares a type by name. */
export type TypeDeclaration =
  ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration | ts.ClassDeclaration

export type ValueDeclaration = ts.VariableDeclaration | ts.FunctionDeclaration

/** A name in another module: `*` is the module itself. */
export interface ModuleName {
  readonly specifier: ts.StringLiteralLike
  readonly name: string
  /** Where the name is written, for messages. */
  readonly node: ts.Node
}

/** All that one name means in one scope: merged declarations, or an import. */
export interface Binding {
  readonly name: string
  readonly scope: Scope
  readonly types: TypeDeclaration[]
  readonly values: ValueDeclaration[]
  /** Whether the value is a `const`. */
  isConst?: boolean
  /** What `namespace` declarations of this name hold. */
  namespace?: Scope
  imported?: ModuleName
  /** `import a = b.c`. */
  alias?: ts.EntityName
}

/** What an exported name stands for. */
export type ExportTarget =
  { readonly from: 'here'; readonly name: string } | ({ readonly from: 'module' } & ModuleName)

/** The names of a file or a namespace. */
export interface Scope {
  readonly unit: SourceUnit
  readonly parent: Scope | undefined
  readonly names: ReadonlyMap<string, Binding>
  readonly exports: ReadonlyMap<string, ExportTarget>
  /** `export * from`. */
  readonly stars: readonly ts.StringLiteralLike[]
  /** `declare module '…'` and `declare global`, the latter under `global`. */
  readonly ambient: readonly {
    readonly name: ts.StringLiteralLike | 'global'
    readonly scope: Scope
  }[]
  /** Whether the file is a module; names of one that is not are seen everywhere. */
  readonly isModule: boolean
}

/** Binds the names of a whole file. */
export function bindModule(unit: SourceUnit): Scope {
  const binder = new Binder(unit, undefined, unit.isDeclarationFile)
  binder.bindAll(unit.file.statements)
  return binder
}

class Binder implements Scope {
  readonly unit: SourceUnit
  readonly parent: Scope | undefined
  readonly names = new Map<string, Binding>()
  readonly exports = new Map<string, ExportTarget>()
  readonly stars: ts.StringLiteralLike[] = []
  readonly ambient: { name: ts.StringLiteralLike | 'global'; scope: Scope }[] = []
  isModule = false
  /** In a declared namespace or module every name is exported. */
  readonly #exportsAll: boolean

  constructor(unit: SourceUnit, parent: Scope | undefined, exportsAll: boolean) {
    this.unit = unit
    this.parent = parent
    this.#exportsAll = exportsAll && parent !== undefined
  }

  bindAll(statements: readonly ts.Statement[]): void {
    for (const statement of statements) this.#bind(statement)
  }

  #bind(statement: ts.Statement): void {
    if (ts.isImportDeclaration(statement)) this.#bindImport(statement)
    else if (ts.isImportEqualsDeclaration(statement)) this.#bindImportEquals(statement)
    else if (ts.isExportDeclaration(statement)) this.#bindExport(statement)
    else if (ts.isExportAssignment(statement)) this.#bindExportAssignment(statement)
    else if (ts.isModuleDeclaration(statement)) this.#bindNamespace(statement)
    else if (ts.isVariableStatement(statement)) this.#bindVariables(statement)
    else if (isTypeDeclaration(statement)) this.#bindType(statement)
    else if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
      this.#ensure(statement.name.text).values.push(statement)
      this.#noteExport(statement, statement.name.text)
    }
  }

  #ensure(name: string): Binding {
    const known = this.names.get(name)
    if (known !== undefined) return known
    const binding: Binding = { name, scope: this, types: [], values: [] }
    this.names.set(name, binding)
    return binding
  }

  #noteExport(node: ts.Statement, name: string): void {
    const flags = modifiersOf(node)
    if (flags.has(ts.SyntaxKind.ExportKeyword)) this.isModule = true
    else if (!this.#exportsAll) return
    const exported = flags.has(ts.SyntaxKind.DefaultKeyword) ? 'default' : name
    this.exports.set(exported, { from: 'here', name })
  }

  #bindType(statement: TypeDeclaration): void {
    const name = statement.name?.text ?? 'default'
    this.#ensure(name).types.push(statement)
    this.#noteExport(statement, name)
  }

  #bindVariables(statement: ts.VariableStatement): void {
    for (const declaration of statement.declarationList.declarations) {
      if (!ts.isIdentifier(declaration.name)) continue
      const binding = this.#ensure(declaration.name.text)
      binding.values.push(declaration)
      binding.isConst = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
      this.#noteExport(statement, declaration.name.text)
    }
  }

  #bindNamespace(statement: ts.ModuleDeclaration): void {
    const isDeclared =
      this.#exportsAll ||
      this.unit.isDeclarationFile ||
      modifiersOf(statement).has(ts.SyntaxKind.DeclareKeyword)
    if (ts.isStringLiteral(statement.name) || isGlobal(statement)) {
      const scope = new Binder(this.unit, this, true)
      scope.bindAll(statementsOf(statement))
      const name = ts.isStringLiteral(statement.name) ? statement.name : 'global'
      this.ambient.push({ name, scope })
      return
    }
    const binding = this.#ensure(statement.name.text)
    const scope = binding.namespace instanceof Binder ? binding.namespace : undefined
    const inner = scope ?? new Binder(this.unit, this, isDeclared)
    binding.namespace = inner
    if (statement.body !== undefined && ts.isModuleDeclaration(statement.body)) {
      inner.#bindNamespace(statement.body)
      inner.exports.set(statement.body.name.text, { from: 'here', name: statement.body.name.text })
    } else inner.bindAll(statementsOf(statement))
    this.#noteExport(statement, statement.name.text)
  }

  #bindImport({ moduleSpecifier, importClause }: ts.ImportDeclaration): void {
    this.isModule = true
    if (!ts.isStringLiteralLike(moduleSpecifier) || importClause === undefined) return
    const add = (local: ts.Identifier, name: string, node: ts.Node = local): void => {
      this.#ensure(local.text).imported = { specifier: moduleSpecifier, name, node }
    }
    if (importClause.name !== undefined) add(importClause.name, 'default')
    const bindings = importClause.namedBindings
    if (bindings === undefined) return
    if (ts.isNamespaceImport(bindings)) add(bindings.name, '*')
    else {
      for (const { name, propertyName = name } of bindings.elements) {
        add(name, propertyName.text, propertyName)
      }
    }
  }

  #bindImportEquals(statement: ts.ImportEqualsDeclaration): void {
    const binding = this.#ensure(statement.name.text)
    const { moduleReference } = statement
    if (!ts.isExternalModuleReference(moduleReference)) binding.alias = moduleReference
    else if (ts.isStringLiteralLike(moduleReference.expression)) {
      this.isModule = true
      binding.imported = { specifier: moduleReference.expression, name: '*', node: statement.name }
    }
    this.#noteExport(statement, statement.name.text)
  }

  #bindExport({ moduleSpecifier, exportClause }: ts.ExportDeclaration): void {
    this.isModule = true
    const specifier =
      moduleSpecifier !== undefined && ts.isStringLiteralLike(moduleSpecifier)
        ? moduleSpecifier
        : undefined
    if (exportClause === undefined) {
      if (specifier !== undefined) this.stars.push(specifier)
    } else if (ts.isNamespaceExport(exportClause)) {
      if (specifier === undefined) return
      const { name } = exportClause
      this.exports.set(name.text, { from: 'module', specifier, name: '*', node: name })
    } else {
      for (const { name: exported, propertyName: node = exported } of exportClause.elements) {
        const name = node.text
        this.exports.set(
          exported.text,
          specifier === undefined
            ? { from: 'here', name }
            : { from: 'module', specifier, name, node },
        )
      }
    }
  }

  #bindExportAssignment({ expression, isExportEquals }: ts.ExportAssignment): void {
    this.isModule = true
    if (!ts.isIdentifier(expression)) return
    const name = isExportEquals === true ? 'export=' : 'default'
    this.exports.set(name, { from: 'here', name: expression.text })
  }
}

function isTypeDeclaration(node: ts.Statement): node is TypeDeclaration {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isClassDeclaration(node)
  )
}

function isGlobal(node: ts.ModuleDeclaration): boolean {
  return (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0
}

function statementsOf({ body }: ts.ModuleDeclaration): readonly ts.Statement[] {
  return body !== undefined && ts.isModuleBlock(body) ? body.statements : []
}

function modifiersOf(node: ts.Statement): ReadonlySet<ts.SyntaxKind> {
  const modifiers = ts.canHaveModifiers(node) ? ts.getModifiers(node) : undefined
  return new Set(modifiers?.map((modifier) => modifier.kind))
}
