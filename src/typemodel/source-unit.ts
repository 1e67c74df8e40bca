import { ts } from './compiler.ts'
import { commentsAbove, scanComments, type TextRange } from './comments.ts'
import type { Comment } from './model.ts'
import { bindModule, type Scope } from './scope.ts'

export type UnitSource = Pick<SourceUnit, 'path' | 'name' | 'text' | 'isLibrary'>

/**
 * One file, parsed and bound when first asked. It depends on nothing but its path and text, so that a
 * process that stays can keep it until the text changes.
 */
export class SourceUnit {
  /** Absolute. */
  readonly path: string
  /** As messages name it. */
  readonly name: string
  readonly text: string
  /** Whether it belongs to kops's own package. */
  readonly isLibrary: boolean
  #file: ts.SourceFile | undefined
  #scope: Scope | undefined
  #comments: readonly Comment[] | undefined
  #attached: ReadonlySet<Comment> | undefined

  constructor({ path, name, text, isLibrary }: UnitSource) {
    this.path = path
    this.name = name
    this.text = text
    this.isLibrary = isLibrary
  }

  get isDeclarationFile(): boolean {
    return /\.d\.[cm]?ts$/.test(this.path)
  }

  get file(): ts.SourceFile {
    this.#file ??= ts.createSourceFile(this.path, this.text, {
      languageVersion: ts.ScriptTarget.Latest,
      jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
    })
    return this.#file
  }

  /** The names of the file itself. */
  get scope(): Scope {
    this.#scope ??= bindModule(this)
    return this.#scope
  }

  get comments(): readonly Comment[] {
    this.#comments ??= scanComments({ path: this.name, text: this.text }, () =>
      findLiterals(this.file),
    )
    return this.#comments
  }

  /** The comments that describe a type declaration or a property of this file. */
  get attached(): ReadonlySet<Comment> {
    this.#attached ??= collectAttached(this)
    return this.#attached
  }

  /** The comments above a declaration or a property, those between its modifiers included. */
  commentsAbove(node: ts.Node, name: ts.Node): readonly Comment[] {
    if (this.comments.length === 0) return []
    const start = name.getStart(this.file)
    return commentsAbove(this.comments, this.text, { previousEnd: node.pos, start })
  }
}

/** Strings, templates, regular expressions and JSX text: where `//` opens no comment. */
function findLiterals(file: ts.SourceFile): TextRange[] {
  const literals: TextRange[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isLiteralExpression(node) || ts.isTemplateMiddleOrTemplateTail(node) || isHead(node)) {
      literals.push({ start: node.getStart(file), end: node.end })
    } else if (ts.isJsxText(node)) {
      literals.push({ start: node.pos, end: node.end })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return literals
}

function isHead(node: ts.Node): boolean {
  return node.kind === ts.SyntaxKind.TemplateHead
}

function collectAttached(unit: SourceUnit): Set<Comment> {
  const attached = new Set<Comment>()
  if (unit.comments.length === 0) return attached
  const visit = (node: ts.Node): void => {
    const name = nameOfDescribed(node)
    if (name !== undefined) {
      for (const comment of unit.commentsAbove(node, name)) attached.add(comment)
    }
    ts.forEachChild(node, visit)
  }
  visit(unit.file)
  return attached
}

function nameOfDescribed(node: ts.Node): ts.Node | undefined {
  const isDescribed =
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isGetAccessorDeclaration(node)
  return isDescribed ? node.name : undefined
}
