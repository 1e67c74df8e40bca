import { readFileSync } from 'node:fs'
import ts from 'typescript'

/** A test that a table names: where it stands, and the code that it runs. */
export interface NamedTest {
  readonly call: string
  readonly body: string
}

/**
 * The tests of a file whose name or rows hold these words. Words in a comment, in a helper or in code that no test
 * takes are none. A test that passes has run an assertion: `expect.requireAssertions` of vitest.config.ts sees to it.
 */
export function findNamedTests(path: string, words: string): NamedTest[] {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const calls = testCallsBelow(source)
  const found = new Set<ts.CallExpression>()
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    for (const call of callsThatHold(source, calls, at)) found.add(call)
  }
  return [...found].map((call) => ({ call: call.getText(), body: bodyOf(call) }))
}

/** The calls of `test`, `it` and `describe`, outer ones first, with the function that each runs. */
function testCallsBelow(node: ts.Node): ts.CallExpression[] {
  const calls: ts.CallExpression[] = []
  const visit = (each: ts.Node): void => {
    if (ts.isCallExpression(each) && /^(?:test|it|describe)\b/.test(each.expression.getText())) {
      if (bodyOf(each) !== '') calls.push(each)
    }
    ts.forEachChild(each, visit)
  }
  visit(node)
  return calls
}

function bodyOf(call: ts.CallExpression): string {
  const run = call.arguments.find((each) => ts.isArrowFunction(each))
  return run === undefined ? '' : run.body.getText()
}

/** The innermost test around a place, or the tests that take the constant whose value is around it. */
function callsThatHold(
  source: ts.SourceFile,
  calls: readonly ts.CallExpression[],
  at: number,
): readonly ts.CallExpression[] {
  const holds = (node: ts.Node): boolean => node.getStart() <= at && at < node.getEnd()
  if (isInComment(source, at)) return []
  const around = calls.findLast(holds)
  if (around !== undefined) return [around]
  const statement = source.statements.find(holds)
  if (statement === undefined) return []
  if (ts.isExpressionStatement(statement)) return callsOfFunction(source, calls, statement)
  if (!ts.isVariableStatement(statement)) return []
  const [declaration] = statement.declarationList.declarations
  const name = new RegExp(`\\b${declaration?.name.getText() ?? ''}\\b`)
  return calls.filter((call) => name.test(call.expression.getText()))
}

/** The tests that a function of the file makes of what it is given: `reads('scalars', { … })`. */
function callsOfFunction(
  source: ts.SourceFile,
  calls: readonly ts.CallExpression[],
  { expression }: ts.ExpressionStatement,
): readonly ts.CallExpression[] {
  if (!ts.isCallExpression(expression)) return []
  const called = expression.expression.getText()
  const declared = source.statements.find(
    (each) => ts.isFunctionDeclaration(each) && each.name?.text === called,
  )
  return calls.filter(
    (call) =>
      declared && declared.getStart() < call.getStart() && call.getEnd() < declared.getEnd(),
  )
}

function isInComment({ text }: ts.SourceFile, at: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', at) + 1, at).trim()
  return /^(?:\/\/|\/?\*)/.test(line)
}
