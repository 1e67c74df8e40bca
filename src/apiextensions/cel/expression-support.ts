import type { ASTNode } from '@marcbachmann/cel-js'
import { celField } from '../../apimachinery/cel-field.ts'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { ownMethods } from './functions.ts'

/*
 * Whether a rule means the same to kops's evaluator as to the API server's. What is not known to, is left out.
 */

/** Formats by which the server shows a string to rules as something else. */
const opaqueFormats: ReadonlySet<string> = new Set(['byte', 'duration', 'date', 'date-time'])

const plainCalls: ReadonlySet<string> = new Set(['has', 'size', 'dyn'])
const plainMethods: ReadonlySet<string> = new Set(['size', 'contains', 'startsWith', 'endsWith'])
const macros: ReadonlySet<string> = new Set(['all', 'exists', 'exists_one', 'filter', 'map'])

/** The type of what is neither list nor object. */
const scalar: JSONSchemaProps = { type: 'string' }

/** Names and what they stand for; undefined where the schema does not say. */
type Scope = ReadonlyMap<string, JSONSchemaProps | undefined>

interface Walk {
  readonly hasUnorderedLists: boolean
  /** What is not the same; the first that was found is told. */
  readonly problems: string[]
}

/** Why a rule cannot be judged here; undefined where it can. */
export function findUnsupported(node: ASTNode, self: JSONSchemaProps): string | undefined {
  const walk: Walk = { hasUnorderedLists: hasUnorderedLists(self), problems: [] }
  const scope: Scope = new Map([
    ['self', self],
    ['oldSelf', self],
  ])
  typeOf(node, scope, walk)
  return walk.problems[0]
}

function typeOf(node: ASTNode, scope: Scope, walk: Walk): JSONSchemaProps | undefined {
  switch (node.op) {
    case 'value':
      return scalar
    case 'id':
      if (!scope.has(node.args)) walk.problems.push(`\`${node.args}\` is no field`)
      return checked(scope.get(node.args), walk)
    case '.':
      return checked(fieldOf(typeOf(node.args[0], scope, walk), node.args[1], walk), walk)
    case '[]':
      return checked(elementOf(walkAll(node.args, scope, walk)[0]), walk)
    case 'call':
      return typeOfCall(node.args, scope, walk)
    case 'rcall':
      return typeOfMethod(node.args, scope, walk)
    default:
      return typeOfComposed(node, scope, walk)
  }
}

/** The type of what is made of other expressions. */
function typeOfComposed(
  node: Exclude<ASTNode, { op: 'value' | 'id' | '.' | '[]' | 'call' | 'rcall' }>,
  scope: Scope,
  walk: Walk,
): JSONSchemaProps | undefined {
  switch (node.op) {
    case '!_':
    case '-_':
      typeOf(node.args, scope, walk)
      return scalar
    case 'map':
      return mapOf(node.args.map((entry) => walkAll(entry, scope, walk)[1])[0])
    case '.?':
    case '[?]':
      walk.problems.push('it uses optional values')
      return undefined
    case 'list':
      return listOf(walkAll(node.args, scope, walk)[0])
    case '?:':
      return walkAll(node.args, scope, walk)[1]
    case '||':
    case '&&':
      walkAll(node.args, scope, walk)
      return scalar
    default:
      return typeOfOperation(node, walkAll(node.args, scope, walk), walk)
  }
}

function mapOf(values: JSONSchemaProps | undefined): JSONSchemaProps {
  return { type: 'object', additionalProperties: values ?? true }
}

function listOf(items: JSONSchemaProps | undefined): JSONSchemaProps {
  return items === undefined ? { type: 'array' } : { type: 'array', items }
}

function walkAll(
  nodes: readonly ASTNode[],
  scope: Scope,
  walk: Walk,
): (JSONSchemaProps | undefined)[] {
  return nodes.map((each) => typeOf(each, scope, walk))
}

function checked(
  schema: JSONSchemaProps | undefined,
  { problems }: Walk,
): JSONSchemaProps | undefined {
  const { type, format = '' } = schema ?? {}
  if (type === 'string' && opaqueFormats.has(format)) problems.push(`it reads a \`${format}\``)
  return schema
}

function fieldOf(
  schema: JSONSchemaProps | undefined,
  name: string,
  { problems }: Walk,
): JSONSchemaProps | undefined {
  const { properties = {}, additionalProperties } = schema ?? {}
  if (typeof additionalProperties === 'object') return additionalProperties
  const found = Object.entries(properties).find(([each]) => celField(each) === name)
  if (found === undefined) problems.push(`\`${name}\` is not in the schema`)
  return found?.[1]
}

/** What an index leads to, and what a macro goes over. */
function elementOf(schema: JSONSchemaProps | undefined): JSONSchemaProps | undefined {
  const { items, additionalProperties } = schema ?? {}
  return items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined)
}

function typeOfCall(
  [name, values]: readonly [string, readonly ASTNode[]],
  scope: Scope,
  walk: Walk,
): JSONSchemaProps | undefined {
  if (!plainCalls.has(name)) walk.problems.push(`it calls \`${name}\``)
  const [type] = walkAll(values, scope, walk)
  return name === 'dyn' ? type : scalar
}

function typeOfMethod(
  [name, receiver, values]: readonly [string, ASTNode, readonly ASTNode[]],
  scope: Scope,
  walk: Walk,
): JSONSchemaProps | undefined {
  const type = typeOf(receiver, scope, walk)
  if (macros.has(name)) return typeOfMacro({ name, type, values }, scope, walk)
  if (!plainMethods.has(name) && !ownMethods.has(name)) walk.problems.push(`it calls \`${name}\``)
  walkAll(values, scope, walk)
  return scalar
}

interface Macro {
  readonly name: string
  /** Of the receiver. */
  readonly type: JSONSchemaProps | undefined
  readonly values: readonly ASTNode[]
}

function typeOfMacro(
  { name, type, values }: Macro,
  scope: Scope,
  walk: Walk,
): JSONSchemaProps | undefined {
  const [variable, ...bodies] = values
  if (variable?.op !== 'id') {
    walk.problems.push(`it calls \`${name}\` in a form of its own`)
    return undefined
  }
  // Over a map goes the key, over a list the item.
  const element = type?.additionalProperties === undefined ? type?.items : scalar
  const types = walkAll(bodies, new Map([...scope, [variable.args, element]]), walk)
  if (name === 'filter') return type
  return name === 'map' ? listOf(types.at(-1)) : scalar
}

/** Lists that are sets or maps are equal in any order, and added without repetition. */
function typeOfOperation(
  { op }: ASTNode,
  [left, right]: readonly (JSONSchemaProps | undefined)[],
  { hasUnorderedLists: isCareful, problems }: Walk,
): JSONSchemaProps | undefined {
  if (isCareful && ['==', '!=', '+', 'in'].includes(op)) {
    // Of a list, `in` compares the items.
    const compared = op === 'in' ? [left, right?.items ?? scalar] : [left, right]
    const mayDiffer = compared.some((type) => type === undefined || hasUnorderedLists(type))
    if (mayDiffer) problems.push('it compares lists that are sets or maps')
  }
  return op === '+' ? left : scalar
}

function hasUnorderedLists(schema: JSONSchemaProps): boolean {
  const { items, properties = {}, additionalProperties } = schema
  const type = schema['x-kubernetes-list-type']
  if (type === 'set' || type === 'map') return true
  const inner = [...Object.values(properties), items, additionalProperties]
  return inner.some((each) => typeof each === 'object' && hasUnorderedLists(each))
}
