import { ts } from './compiler.ts'
import { heritageOf } from './declarations.ts'
import type { KindModel } from './model.ts'
import type { Meaning } from './names.ts'
import { emptyEnvironment, type Reading } from './reading.ts'
import { reportSyntax, reportUnresolved } from './reports.ts'
import type { Binding } from './scope.ts'
import type { SourceUnit } from './source-unit.ts'
import { typeParametersOf } from './type-references.ts'

const mayDeclareKind =
  /\binterface\s+[\w$]+\s*(?:<[^{]*)?\bextends\b|\btype\s+[\w$]+\s*=|\binterface\s+[\w$]+\s*\//

/** Finds the exported types of a file that are kops's `CustomResource`, however many steps away. */
export class KindFinder {
  readonly #reading: Reading
  readonly #known = new Map<Binding, boolean>()

  constructor(reading: Reading) {
    this.#reading = reading
  }

  kindsOf(unit: SourceUnit): KindModel[] {
    if (!mayDeclareKind.test(unit.text) || isGenerated(unit)) return []
    reportSyntax(unit, this.#reading.sink)
    const kinds = new Map<Binding, string>()
    for (const [exported, target] of unit.scope.exports) {
      if (target.from !== 'here') continue
      const binding = unit.scope.names.get(target.name)
      if (binding === undefined || kinds.has(binding) || !this.#isKind(binding)) continue
      if (this.#repeats(binding)) continue
      kinds.set(binding, exported === 'default' ? binding.name : exported)
    }
    return [...kinds].map(([binding, name]) => this.#kind(binding, name)).sort(byPlace)
  }

  #kind(binding: Binding, name: string): KindModel {
    const environment = emptyEnvironment(binding.scope)
    const { span } = this.#reading.declarationOf(binding)
    return { name, type: this.#reading.instantiate(binding, [], { environment, span }) }
  }

  #isKind(binding: Binding): boolean {
    return typeParametersOf(binding).length === 0 && this.#isResource(binding)
  }

  /** `export type A = B` for a kind `B` of another file is a further name of it, as a re-export is. */
  #repeats(binding: Binding): boolean {
    const [node] = binding.types
    if (node === undefined || !ts.isTypeAliasDeclaration(node)) return false
    if (!ts.isTypeReferenceNode(node.type) || node.type.typeArguments !== undefined) return false
    const meaning = this.#reading.names.entity(node.type.typeName, binding.scope)
    return (
      meaning?.kind === 'binding' &&
      meaning.binding.scope.unit !== binding.scope.unit &&
      this.#isKind(meaning.binding)
    )
  }

  #isResource(binding: Binding): boolean {
    const known = this.#known.get(binding)
    if (known !== undefined) return known
    this.#known.set(binding, false)
    const isResource = binding.types.some((node) => {
      if (ts.isInterfaceDeclaration(node)) {
        return heritageOf(node).some((each) => this.#leads(each.expression, binding))
      }
      return ts.isTypeAliasDeclaration(node) && this.#aliasLeads(node.type, binding)
    })
    this.#known.set(binding, isResource)
    return isResource
  }

  #aliasLeads(node: ts.TypeNode, binding: Binding): boolean {
    if (ts.isParenthesizedTypeNode(node)) return this.#aliasLeads(node.type, binding)
    if (ts.isIntersectionTypeNode(node)) {
      return node.types.some((each) => this.#aliasLeads(each, binding))
    }
    return ts.isTypeReferenceNode(node) && this.#leads(node.typeName, binding)
  }

  #leads(name: ts.EntityName | ts.Expression, binding: Binding): boolean {
    const meaning = this.#reading.names.entity(name, binding.scope)
    if (meaning?.kind === 'library') {
      return meaning.module === 'kops' && meaning.name === 'CustomResource'
    }
    if (meaning?.kind === 'binding') return this.#isResource(meaning.binding)
    if (meaning !== undefined) this.#judgeUnknown(meaning, binding)
    return false
  }

  /** What is marked as a kind must not be lost silently because its base cannot be found. */
  #judgeUnknown(meaning: Meaning, binding: Binding): void {
    const { comments } = this.#reading.declarationOf(binding)
    const isMarked = comments.some(({ lines }) =>
      lines.some(({ text }) => /^\s*\+(?:kubebuilder:|genclient)/.test(text)),
    )
    if (!isMarked) return
    const { sink } = this.#reading
    if (meaning.kind === 'unresolved-import') reportUnresolved.import(meaning, sink)
    if (meaning.kind === 'not-exported') reportUnresolved.export(meaning, { candidates: [], sink })
  }
}

/** What `kops generate` writes repeats the names of kinds. */
function isGenerated({ name }: SourceUnit): boolean {
  return /(?:^|\/)zz_generated\.[^/]*$/.test(name)
}

function byPlace(left: KindModel, right: KindModel): number {
  return left.type.span.start - right.type.span.start
}
