import ts from 'typescript'

/** One name that an entry exports, with the text of its declaration as its `.d.ts` has it. */
export interface ExportedName {
  readonly name: string
  readonly declaration: string
  /** Whether a doc comment stands above it. */
  readonly isDocumented: boolean
}

/** The exports that stand below one comment of the entry. */
export interface ApiSection {
  readonly title: string
  readonly exports: readonly ExportedName[]
}

/** Reads an entry file: its exports by section, in their order there. */
export function readApi(entry: string): readonly ApiSection[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config,
    ts.sys,
    '.',
  )
  const program = ts.createProgram([entry], { ...options, noEmit: false, declaration: true })
  const texts = emitDeclarations(program)
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(entry)
  if (source === undefined) throw new TypeError(`no file ${entry}`)
  const sections: { title: string; exports: ExportedName[] }[] = []
  for (const statement of source.statements) {
    if (!ts.isExportDeclaration(statement)) continue
    const title = titleAbove(source, statement)
    if (title !== undefined) sections.push({ title, exports: [] })
    for (const name of exportedNames(statement)) {
      sections.at(-1)?.exports.push(describe(checker, name, texts))
    }
  }
  return sections
}

/** The text of a `// Title.` line above a statement. */
function titleAbove(source: ts.SourceFile, statement: ts.Statement): string | undefined {
  const comments = ts.getLeadingCommentRanges(source.text, statement.getFullStart()) ?? []
  const line = comments.findLast(({ kind }) => kind === ts.SyntaxKind.SingleLineCommentTrivia)
  return (
    line &&
    source.text
      .slice(line.pos + 2, line.end)
      .trim()
      .replace(/\.$/, '')
  )
}

function exportedNames({ exportClause }: ts.ExportDeclaration): readonly ts.Identifier[] {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return []
  return exportClause.elements.map(({ name }) => name).filter((name) => ts.isIdentifier(name))
}

/** The declaration file of each source file, parsed. */
function emitDeclarations(program: ts.Program): ReadonlyMap<string, ts.SourceFile> {
  const texts = new Map<string, ts.SourceFile>()
  const write: ts.WriteFileCallback = (...[path, text, , , sources]) => {
    const [from] = sources ?? []
    if (from)
      texts.set(from.fileName, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true))
  }
  program.emit(undefined, write, undefined, true)
  return texts
}

function describe(
  checker: ts.TypeChecker,
  name: ts.Identifier,
  texts: ReadonlyMap<string, ts.SourceFile>,
): ExportedName {
  const alias = checker.getSymbolAtLocation(name)
  if (alias === undefined) throw new TypeError(`no symbol ${name.text}`)
  const { declarations = [], name: original } = checker.getAliasedSymbol(alias)
  const files = new Set(declarations.map((each) => each.getSourceFile().fileName))
  const found = [...files].flatMap((file) => declarationsOf(texts.get(file), original))
  return {
    name: name.text,
    declaration: found.map(render).join('\n'),
    isDocumented: found.some((each) => ts.getJSDocCommentsAndTags(each).length > 0),
  }
}

function declarationsOf(file: ts.SourceFile | undefined, name: string): readonly ts.Statement[] {
  return (file?.statements ?? []).filter((statement) => {
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.some((each) => each.name.getText() === name)
    }
    return ts.isDeclarationStatement(statement) && statement.name?.getText() === name
  })
}

/** The text without what is nobody's business: private members, and the words that every line has. */
function render(statement: ts.Statement): string {
  return statement
    .getFullText()
    .replace(/^\s*\n/, '')
    .replace(/^ {4}(?:#private|private [\w#]+);\n/gm, '')
    .replace(/^export (?:declare )?/gm, '')
    .trim()
}

/** The report as a page: one block of TypeScript for each section. */
export function renderApi(sections: readonly ApiSection[]): string {
  return sections
    .map(({ title, exports }) => {
      const text = exports.map(({ declaration }) => declaration).join('\n\n')
      return `## ${title}\n\n\`\`\`ts\n${text}\n\`\`\`\n`
    })
    .join('\n')
}
