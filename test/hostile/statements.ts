import ts from 'typescript'

/** What a TypeScript file is made of, without the texts in it. */
export interface Statements {
  /** Mistakes of the syntax. */
  readonly problems: readonly string[]
  /** The kinds of statements that do something: all but imports, interfaces and aliases of types. */
  readonly active: readonly string[]
  /** How many interfaces, aliases and imports there are. */
  readonly passive: number
  /** The names of markers, `kubebuilder:validation:Pattern`. */
  readonly markers: ReadonlySet<string>
}

/** Most files are the same for most texts. */
const known = new Map<string, Statements>()

/** Parses a file and lists its statements, the ones that run with the shape of all that is in them. */
export function readStatements(path: string, text: string): Statements {
  const key = `${path}\n${text}`
  const found = known.get(key) ?? parseStatements(path, text)
  known.set(key, found)
  return found
}

function parseStatements(path: string, text: string): Statements {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const active = file.statements.filter((statement) => !isPassive(statement))
  return {
    problems: problemsOf(file),
    active: active.map(shapeOf),
    passive: file.statements.length - active.length,
    markers: new Set([...text.matchAll(lineMarker)].map(([, name = '']) => name)),
  }
}

/** The parser keeps them in a field that its types do not tell. */
function problemsOf(file: ts.SourceFile): string[] {
  const { parseDiagnostics } = file as ts.SourceFile & {
    readonly parseDiagnostics: readonly ts.Diagnostic[]
  }
  return parseDiagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  )
}

const lineMarker = /^\s*(?:\/\/|\*|\/\*\*) *\+([A-Za-z][\w:.-]*)/gm

function isPassive(statement: ts.Statement): boolean {
  return (
    ts.isImportDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement)
  )
}

/** The kinds of all nodes below, in order, as one text. */
function shapeOf(node: ts.Node): string {
  const children: string[] = []
  ts.forEachChild(node, (child) => {
    children.push(shapeOf(child))
  })
  const kind = ts.SyntaxKind[node.kind]
  return children.length === 0 ? kind : `${kind}(${children.join(' ')})`
}
