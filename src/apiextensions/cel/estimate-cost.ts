import type { ASTNode } from '@marcbachmann/cel-js'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { celField } from '../../apimachinery/cel-field.ts'
import { isTime, lacksBound, largestSize, valuesOf } from './largest-sizes.ts'

/*
 * What the API server estimates a rule to cost at most, from the largest values that the schema admits.
 * Never more than the server's own figure: what cannot be told here counts nothing, so that a rule over
 * the budget here is over it there. Start reading at `estimateCost`.
 */

export interface RuleCost {
  readonly cost: number
  /** What the rule reads that a bound would make cheaper: `self.names`, and how large it may be. */
  readonly unbounded: readonly UnboundedValue[]
}

export interface UnboundedValue {
  readonly name: string
  readonly size: number
  readonly schema: JSONSchemaProps
}

/** A value in a rule, as far as it can be told. */
interface Value {
  readonly type?: 'string' | 'list' | 'map' | 'object' | undefined
  /** Characters, items or entries at most. */
  readonly size: number
  readonly schema?: JSONSchemaProps | undefined
  readonly isResource?: boolean
  /** How it is called in the rule. */
  readonly name: string
}

interface Estimate {
  readonly cost: number
  readonly value: Value
}

type Scope = ReadonlyMap<string, Value>

interface Surroundings {
  readonly scope: Scope
  /** Unbounded values whose size counted, by name. */
  readonly counted: Map<string, UnboundedValue>
}

export interface RuleRoot {
  readonly schema: JSONSchemaProps
  /** Whether it has `metadata.name` without saying so. */
  readonly isResource: boolean
  /** `oldSelf` is wrapped where it may be missing: what is in it cannot be told. */
  readonly hasOldSelf: boolean
}

/** The cost of one evaluation of an expression. */
export function estimateCost(expression: ASTNode, root: RuleRoot): RuleCost {
  const { schema, isResource, hasOldSelf } = root
  const scope = new Map([['self', valueOf(schema, 'self', isResource)]])
  if (hasOldSelf) scope.set('oldSelf', valueOf(schema, 'oldSelf', isResource))
  const counted = new Map<string, UnboundedValue>()
  const { cost } = estimate(expression, { scope, counted })
  return { cost, unbounded: [...counted.values()] }
}

function valueOf(schema: JSONSchemaProps, name: string, isResource = false): Value {
  return { type: typeOf(schema), size: largestSize(schema), schema, name, isResource }
}

function typeOf(schema: JSONSchemaProps): Value['type'] {
  if (schema.type === 'string') return isTime(schema) ? undefined : 'string'
  if (schema.type === 'array') return 'list'
  if (schema.type !== 'object') return undefined
  return valuesOf(schema) === undefined ? 'object' : 'map'
}

const unknown: Value = { size: 0, name: '' }

/** The server's cost of reading a character, and of a character of a regular expression. */
const [perCharacter, perPatternCharacter] = [0.1, 0.25]

/** What making a list or a map costs. */
const [newList, newMap] = [10, 30]

function estimate(node: ASTNode, around: Surroundings): Estimate {
  switch (node.op) {
    case 'value':
      return { cost: 0, value: literal(node.args) }
    case 'id':
      return { cost: 1, value: around.scope.get(node.args) ?? unknown }
    case '.':
      return estimateField(node.args, around)
    case '[]':
      return estimateIndex(node.args, around)
    case 'call':
      return estimateFunction(node.args, around)
    case 'rcall':
      return estimateMethod(node.args, around)
    case '?:':
      return estimateChoice(node.args, around)
    case 'list':
      return estimateList(node.args, around)
    case 'map':
      return { cost: newMap + sumOf(node.args.flat(), around), value: unknown }
    case '!_':
      return { cost: 1 + estimate(node.args, around).cost, value: unknown }
    case '-_':
      return estimateNegative(node.args, around)
    case '.?':
      return { cost: 1 + estimate(node.args[0], around).cost, value: unknown }
    default:
      return estimateOperator(node.op, node.args, around)
  }
}

/** A negative number is one literal. */
function estimateNegative(operand: ASTNode, around: Surroundings): Estimate {
  if (operand.op === 'value') return estimate(operand, around)
  return { cost: 1 + estimate(operand, around).cost, value: unknown }
}

function sumOf(nodes: readonly ASTNode[], around: Surroundings): number {
  return nodes.reduce((sum, node) => sum + estimate(node, around).cost, 0)
}

function literal(value: unknown): Value {
  if (typeof value !== 'string') return { size: 1, name: '' }
  return { type: 'string', size: [...value].length, name: '' }
}

function estimateField([object, name]: readonly [ASTNode, string], around: Surroundings): Estimate {
  const { cost, value } = estimate(object, around)
  const isKnown = value.type === 'object' || value.type === 'map'
  return { cost: cost + (isKnown ? 1 : 0), value: fieldOf(value, name) }
}

function fieldOf(value: Value, name: string): Value {
  const whole = `${value.name}.${name}`
  const { properties } = value.schema ?? {}
  if (value.isResource === true && name === 'metadata' && !saysNames(properties?.[name])) {
    return { ...metadata, name: whole }
  }
  if (value.type !== 'object' || properties === undefined) return unknown
  const field = Object.keys(properties).find((each) => celField(each) === name)
  const schema = field === undefined ? undefined : properties[field]
  if (schema === undefined) return unknown
  return valueOf(schema, whole, isEmbedded(schema))
}

const anyText: JSONSchemaProps = { type: 'string' }

/** Only a schema of both names counts. */
function saysNames({ properties }: JSONSchemaProps = {}): boolean {
  return properties?.['name'] !== undefined && properties['generateName'] !== undefined
}

/** What rules see of the metadata of a resource that says no more. */
const metadata = valueOf(
  { type: 'object', properties: { name: anyText, generateName: anyText } },
  'metadata',
)

function estimateIndex(
  [container, index]: readonly [ASTNode, ASTNode],
  around: Surroundings,
): Estimate {
  const { cost, value } = estimate(container, around)
  return { cost: cost + estimate(index, around).cost + 1, value: itemOf(value) }
}

/** An item of a list, or a value of a map. */
function itemOf({ schema, name }: Value): Value {
  const item = schema === undefined ? undefined : (valuesOf(schema) ?? schema.items)
  return item === undefined ? unknown : valueOf(item, `${name}[…]`, isEmbedded(item))
}

function isEmbedded(schema: JSONSchemaProps): boolean {
  return schema['x-kubernetes-embedded-resource'] === true
}

function estimateChoice(
  [condition, yes, no]: readonly [ASTNode, ASTNode, ASTNode],
  around: Surroundings,
): Estimate {
  const [first, second] = [estimate(yes, around), estimate(no, around)]
  const larger = first.value.size >= second.value.size ? first.value : second.value
  return {
    cost: estimate(condition, around).cost + Math.max(first.cost, second.cost),
    value: { type: larger.type, size: larger.size, name: larger.name },
  }
}

function estimateList(items: readonly ASTNode[], around: Surroundings): Estimate {
  return {
    cost: newList + sumOf(items, around),
    value: { type: 'list', size: items.length, name: '' },
  }
}

const [equalities, orders] = [new Set(['==', '!=']), new Set(['<', '<=', '>', '>='])]

function estimateOperator(
  operator: string,
  [left, right]: readonly [ASTNode, ASTNode],
  around: Surroundings,
): Estimate {
  const [first, second] = [estimate(left, around), estimate(right, around)]
  const cost = first.cost + second.cost
  const isText = first.value.type === 'string' || second.value.type === 'string'
  if (equalities.has(operator) || (orders.has(operator) && isText)) {
    const smaller = first.value.size <= second.value.size ? first.value : second.value
    return { cost: cost + reading(smaller, around), value: unknown }
  }
  if (operator === 'in') {
    const walked = second.value.type === 'list' ? count(second.value, around) : 0
    return { cost: cost + walked, value: unknown }
  }
  if (operator === '&&' || operator === '||') return { cost, value: unknown }
  if (operator === '+') return concatenate(cost, [first.value, second.value], around)
  return { cost: cost + 1, value: unknown }
}

/** Texts are copied, lists are not. */
function concatenate(
  cost: number,
  [left, right]: readonly [Value, Value],
  around: Surroundings,
): Estimate {
  const type = left.type ?? right.type
  if (type !== 'string' && type !== 'list') return { cost: cost + 1, value: unknown }
  const value: Value = { type, size: left.size + right.size, name: '' }
  if (type === 'list') return { cost: cost + 1, value }
  return { cost: cost + reading(left, around) + reading(right, around) - 1, value }
}

/** Functions that read the text that they are given. */
const textReaders = new Set(
  'url isURL quantity isQuantity semver isSemver ip isIP cidr isCIDR'.split(' '),
)

function estimateFunction(
  [name, args]: readonly [string, readonly ASTNode[]],
  around: Surroundings,
): Estimate {
  const [first] = args
  if (first === undefined) return { cost: 0, value: unknown }
  const { cost, value } = estimate(first, around)
  if (name === 'dyn') return { cost: cost + 1, value }
  if (textReaders.has(name)) return { cost: cost + reading(value, around), value: unknown }
  return { cost: cost + sumOf(args.slice(1), around), value: unknown }
}

function estimateMethod(
  [name, target, args]: readonly [string, ASTNode, readonly ASTNode[]],
  around: Surroundings,
): Estimate {
  const walk = walks.get(name)
  const found = estimateTarget(target, around)
  if (walk !== undefined && args.length > 1) {
    return estimateWalk(found, { ...walk, args }, around)
  }
  const inner = args.map((arg) => estimate(arg, around))
  const cost = found.cost + inner.reduce((sum, each) => sum + each.cost, 0)
  const method = methods.get(name)
  if (method === undefined) return { cost, value: unknown }
  const called = method(found.value, inner.map(({ value }) => value), around) // prettier-ignore
  return { cost: cost + called.cost, value: called.value }
}

/** In `format.named('x')` what stands before the point is part of the name. */
function estimateTarget(target: ASTNode, around: Surroundings): Estimate {
  const isPrefix = target.op === 'id' && !around.scope.has(target.args)
  return isPrefix ? { cost: 0, value: unknown } : estimate(target, around)
}

interface Walk {
  /** What each item costs beside the expression: keeping the result, and asking whether to go on. */
  readonly perItem: number
  /** What beginning and ending costs. */
  readonly once: number
  /** Whether the result is a list as long as what was walked. */
  readonly isList: boolean
}

const walks: ReadonlyMap<string, Walk> = new Map([
  ['all', { perItem: 3, once: 1, isList: false }],
  ['exists', { perItem: 4, once: 1, isList: false }],
  ['exists_one', { perItem: 2, once: 2, isList: false }],
  ['existsOne', { perItem: 2, once: 2, isList: false }],
  ['filter', { perItem: 13, once: newList, isList: true }],
  ['map', { perItem: 12, once: newList, isList: true }],
  ['transformList', { perItem: 12, once: newList, isList: true }],
])

/** A macro that evaluates its last argument for each item: the first names the item. */
function estimateWalk(
  { cost, value }: Estimate,
  { perItem, once, isList, args }: Walk & { readonly args: readonly ASTNode[] },
  around: Surroundings,
): Estimate {
  const [first, ...rest] = args
  if (first?.op !== 'id') return { cost, value: unknown }
  const [second] = rest
  const names = rest.length === 2 && second?.op === 'id' ? [first.args, second.args] : [first.args]
  const scope = new Map([...around.scope, ...bind(names, value)])
  const body = sumOf(rest.slice(names.length - 1), { ...around, scope })
  return {
    cost: cost + once + count(value, around) * (perItem + body),
    value: isList ? { type: 'list', size: value.size, name: value.name } : unknown,
  }
}

/** One name stands for the item of a list or the key of a map, two for index or key and the value. */
function bind(names: readonly string[], walked: Value): [string, Value][] {
  const [first = '', second] = names
  if (second !== undefined) return [[first, unknown], [second, itemOf(walked)]] // prettier-ignore
  return [[first, walked.type === 'map' ? unknown : itemOf(walked)]]
}

type Method = (target: Value, args: readonly Value[], around: Surroundings) => Estimate

const copies: Method = (target, _args, around) => ({
  cost: reading(target, around),
  value: { type: 'string', size: target.size, name: target.name },
})

const matches: Method = (target, [pattern], around) => ({
  cost:
    charactersCost(count(target, around) + 1) *
    Math.ceil((pattern === undefined ? 0 : count(pattern, around)) * perPatternCharacter),
  value: unknown,
})

const finds: Method = (target, args, around) => ({
  cost: matches(target, args, around).cost,
  value: { type: 'string', size: target.size, name: target.name },
})

const startsWith: Method = (_target, [part], around) => ({
  cost: part === undefined ? 0 : reading(part, around),
  value: unknown,
})

/** Compares every item with another, or looks through a text. */
const looksThrough: Method = (target, _args, around) => {
  if (target.type !== 'list') return { cost: reading(target, around), value: unknown }
  const item = itemOf(target)
  const each = item.type === 'string' ? 1 + reading(item, around) : 1
  return { cost: count(target, around) * each, value: unknown }
}

const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ['contains', (target, [part], around) => ({
    cost: reading(target, around) * (part === undefined ? 0 : reading(part, around)),
    value: unknown,
  })],
  ['matches', matches],
  ['find', finds],
  ['findAll', matches],
  ['startsWith', startsWith],
  ['endsWith', startsWith],
  ['lowerAscii', copies],
  ['upperAscii', copies],
  ['substring', copies],
  ['trim', copies],
  ['isSorted', looksThrough],
  ['sum', looksThrough],
  ['min', looksThrough],
  ['max', looksThrough],
  ['indexOf', looksThrough],
  ['lastIndexOf', looksThrough],
]) // prettier-ignore

/** Reading a text from end to end. */
function reading(value: Value, around: Surroundings): number {
  return charactersCost(count(value, around))
}

function charactersCost(characters: number): number {
  return Math.ceil(characters * perCharacter)
}

/** The size, noted where a bound would make it smaller. */
function count({ name, size, schema }: Value, { counted }: Surroundings): number {
  if (schema !== undefined && lacksBound(schema)) counted.set(name, { name, size, schema })
  return size
}
