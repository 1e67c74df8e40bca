import type { ASTNode } from '@marcbachmann/cel-js'

/*
 * Whether a rule of a kind can hold while the object has no status. The API server clears the status of new objects of
 * a kind with the status subresource, and then asks the rules of the root. Start reading at `failsWithoutStatus`.
 */

/** What an expression comes to without a status; `unknown` depends on the rest of the object. */
type Outcome = 'true' | 'false' | 'error' | 'unknown'

/** Returns whether a rule of the root refuses every object without a status. */
export function failsWithoutStatus(rule: ASTNode): boolean {
  return fails(outcomeOf(rule))
}

/** An error refuses the object as `false` does. */
function fails(outcome: Outcome): boolean {
  return outcome === 'false' || outcome === 'error'
}

function outcomeOf(node: ASTNode): Outcome {
  switch (node.op) {
    case 'value':
      return typeof node.args === 'boolean' ? toOutcome(node.args) : 'unknown'
    case '.':
      return isStatus(node) ? 'error' : strict([node.args[0]])
    case '.?':
      return strict([node.args[0]])
    case 'call':
      return outcomeOfFunction(node.args)
    case 'rcall':
      return outcomeOfMethod(node.args)
    case '!_':
      return negate(outcomeOf(node.args))
    case '-_':
      return strict([node.args])
    case '&&':
      return both(...node.args)
    case '||':
      return either(...node.args)
    case '?:':
      return choose(...node.args)
    case 'list':
      return strict(node.args)
    default:
      return isStrictOperator(node) ? strict(node.args) : 'unknown'
  }
}

function toOutcome(value: boolean): Outcome {
  return value ? 'true' : 'false'
}

function isStatus(node: ASTNode): boolean {
  if (node.op !== '.') return false
  const [object, name] = node.args
  return name === 'status' && object.op === 'id' && object.args === 'self'
}

type Arguments<Op extends ASTNode['op']> = Extract<ASTNode, { readonly op: Op }>['args']

function outcomeOfFunction([name, given]: Arguments<'call'>): Outcome {
  const [first] = given
  if (name !== 'has' || first === undefined) return strict(given)
  return isStatus(first) ? 'false' : outcomeOf(first)
}

/** These evaluate their arguments for each item, or not at all. */
const macros: ReadonlySet<string> = new Set(
  'all bind exists exists_one existsOne filter map optFlatMap optMap transformList transformMap'.split(
    ' ',
  ),
)

function outcomeOfMethod([name, receiver, given]: Arguments<'rcall'>): Outcome {
  return strict(macros.has(name) ? [receiver] : [receiver, ...given])
}

function negate(outcome: Outcome): Outcome {
  if (outcome === 'true') return 'false'
  return outcome === 'false' ? 'true' : outcome
}

/** One side that fails refuses the object, whatever the other side comes to. */
function both(left: ASTNode, right: ASTNode): Outcome {
  const outcomes = [outcomeOf(left), outcomeOf(right)]
  if (outcomes.includes('false')) return 'false'
  if (outcomes.includes('error')) return 'error'
  return outcomes.every((each) => each === 'true') ? 'true' : 'unknown'
}

/** A side that holds makes up for an error on the other. */
function either(left: ASTNode, right: ASTNode): Outcome {
  const outcomes = [outcomeOf(left), outcomeOf(right)]
  if (outcomes.includes('true')) return 'true'
  if (!outcomes.every(fails)) return 'unknown'
  return outcomes.includes('error') ? 'error' : 'false'
}

function choose(condition: ASTNode, whenTrue: ASTNode, whenFalse: ASTNode): Outcome {
  const decided = outcomeOf(condition)
  if (decided === 'error') return 'error'
  if (decided === 'true') return outcomeOf(whenTrue)
  if (decided === 'false') return outcomeOf(whenFalse)
  const outcomes = [outcomeOf(whenTrue), outcomeOf(whenFalse)]
  if (outcomes.every(fails)) return outcomes.includes('error') ? 'error' : 'false'
  return outcomes.every((each) => each === 'true') ? 'true' : 'unknown'
}

const strictOperators: ReadonlySet<string> = new Set('== != < <= > >= + - * / % in []'.split(' '))

function isStrictOperator(node: ASTNode): node is ASTNode & { args: [ASTNode, ASTNode] } {
  return strictOperators.has(node.op)
}

/** An error in a part is one of the whole. */
function strict(parts: readonly ASTNode[]): Outcome {
  return parts.some((part) => outcomeOf(part) === 'error') ? 'error' : 'unknown'
}
