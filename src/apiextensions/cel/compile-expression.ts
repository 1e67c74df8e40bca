import { EvaluationError, type ASTNode, type ParseResult } from '@marcbachmann/cel-js'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { toCelValue, UnseenValueError } from './cel-value.ts'
import { findUnsupported } from './expression-support.ts'
import { blankLiterals, readsOldSelf } from './expression-text.ts'
import { ownMethods, ownName } from './functions.ts'
import { parseExpression } from './parse-expression.ts'

/** An expression of CEL, ready to be asked. */
export interface CompiledExpression {
  readonly usesOldSelf: boolean
  /** Why it is not asked; absent where it is. */
  readonly unsupported?: string | undefined
  readonly ask: (self: unknown, oldSelf: unknown) => Answer
}

/** What came of an expression: a value, an error of the rule itself, or nothing that kops could say. */
export type Answer =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly problem: string }
  | { readonly kind: 'unknown'; readonly reason: string }

/** Compiles an expression about values of a schema. */
export function compileExpression(source: string, schema: JSONSchemaProps): CompiledExpression {
  const usesOldSelf = readsOldSelf(source)
  const leftOut = (unsupported: string): CompiledExpression => ({
    usesOldSelf,
    unsupported,
    ask: () => ({ kind: 'unknown', reason: unsupported }),
  })
  const found = parseExpression(source)
  if (found.kind === 'unknown-form')
    return leftOut('it is written in a form that is not known here')
  if (found.kind === 'malformed') return leftOut('it cannot be parsed here')
  const unsupported = findUnsupported(found.expression.ast, schema)
  if (unsupported !== undefined) return leftOut(unsupported)
  const renamed = parseExpression(renameMethods(source, found.expression.ast))
  if (renamed.kind !== 'parsed') return leftOut('it cannot be parsed here')
  const parsed = renamed.expression
  const ordersText = /[<>]/.test(blankLiterals(source))
  return {
    usesOldSelf,
    ask: (self, oldSelf) => {
      const selves = { self, oldSelf: usesOldSelf ? oldSelf : undefined }
      return ordersText && holdsPairs(selves) ? pairsOrdered : ask(parsed, selves, schema)
    },
  }
}

/** JavaScript orders characters of two units before some of one, CEL behind them. */
const pairsOrdered: Answer = { kind: 'unknown', reason: 'it may order characters such as emoji' }

function holdsPairs(value: unknown): boolean {
  if (typeof value === 'string') return /[\ud800-\udfff]/.test(value)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsPairs)
}

interface Selves {
  readonly self: unknown
  readonly oldSelf: unknown
}

function ask(parsed: ParseResult, { self, oldSelf }: Selves, schema: JSONSchemaProps): Answer {
  try {
    const context = {
      self: toCelValue(self, schema),
      ...(oldSelf === undefined ? {} : { oldSelf: toCelValue(oldSelf, schema) }),
    }
    const value: unknown = parsed(context)
    return { kind: 'value', value }
  } catch (error) {
    if (error instanceof UnseenValueError) return { kind: 'unknown', reason: error.message }
    if (error instanceof EvaluationError && error.code === 'no_such_key') {
      return { kind: 'error', problem: lowerFirst(error.summary) }
    }
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error)
    return { kind: 'unknown', reason: `it cannot be evaluated here: ${reason}` }
  }
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** The expression with calls of the methods that kops runs itself under their own names. */
function renameMethods(source: string, root: ASTNode): string {
  const places = [...findMethods(root)].toSorted((left, right) => right.start - left.start)
  return places.reduce(
    (text, { start, name }) =>
      text.slice(0, start) + ownName(name) + text.slice(start + name.length),
    source,
  )
}

interface MethodPlace {
  readonly start: number
  readonly name: string
}

function* findMethods(node: ASTNode): Generator<MethodPlace> {
  if (node.op === 'rcall') {
    const [name, receiver] = node.args
    const call = /[\s)]*\.\s*/y
    call.lastIndex = receiver.range.end
    if (ownMethods.has(name) && call.test(node.input)) yield { start: call.lastIndex, name }
  }
  for (const child of childrenOf(node.args)) yield* findMethods(child)
}

function childrenOf(args: unknown): ASTNode[] {
  if (Array.isArray(args)) return args.flatMap((each: unknown) => childrenOf(each))
  return isNode(args) ? [args] : []
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value
}
