import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'
import {
  duplicate,
  forbidden,
  invalid,
  required,
  type FieldError,
} from '../../apimachinery/field-error.ts'
import {
  compileExpression,
  type Answer,
  type CompiledExpression,
} from '../cel/compile-expression.ts'

/** A rule, and the value that it is asked about. */
export interface Question {
  readonly rule: ValidationRule
  readonly value: unknown
  /** The value before an update; undefined where there is none. */
  readonly old: unknown
  readonly schema: JSONSchemaProps
  /** Where the value stands; empty for the object as a whole. */
  readonly path: string
  /** Whether it, or what it stands in, is as it was before the update. */
  readonly isUnchanged: () => boolean
}

/** What a rule came to: an error, nothing, or why it was not asked. */
export interface RuleOutcome {
  readonly error?: FieldError | undefined
  readonly unasked?: string | undefined
}

/** Asks one rule. A rule about the change of a value has nothing to say of a new one. */
export function evaluateRule(question: Question): RuleOutcome {
  const { rule, value, old, schema } = question
  const { rule: expression, message } = compile(rule, schema)
  if (rule.optionalOldSelf === true) return { unasked: 'it uses optional values' }
  if (expression.usesOldSelf && old === undefined) return {}
  const answer = expression.ask(value, old)
  if (answer.kind === 'unknown') return { unasked: answer.reason }
  if (answer.kind === 'error') return { error: brokenRule(answer.problem, question) }
  if (answer.value === true) return {}
  if (!expression.usesOldSelf && question.isUnchanged()) return {}
  const detail = shownMessage(message?.ask(value, old)) ?? defaultMessage(rule)
  return { error: refusal(detail, question) }
}

interface CompiledRule {
  readonly rule: CompiledExpression
  readonly message: CompiledExpression | undefined
}

const compiled = new WeakMap<ValidationRule, CompiledRule>()

function compile(rule: ValidationRule, schema: JSONSchemaProps): CompiledRule {
  const known = compiled.get(rule)
  if (known !== undefined) return known
  const { messageExpression } = rule
  const made = {
    rule: compileExpression(rule.rule, schema),
    message:
      messageExpression === undefined ? undefined : compileExpression(messageExpression, schema),
  }
  compiled.set(rule, made)
  return made
}

/** Why a rule of a schema is never asked; undefined where it is. */
export function whyUnevaluated(rule: ValidationRule, schema: JSONSchemaProps): string | undefined {
  if (rule.optionalOldSelf === true) return 'it uses optional values'
  return compile(rule, schema).rule.unsupported
}

function brokenRule(problem: string, { rule, schema, path }: Question): FieldError {
  const shown = (rule.message ?? rule.rule).trim()
  return invalid(path || '<nil>', schema.type ?? '', `${problem} evaluating rule: ${shown}`)
}

function defaultMessage({ message = '', rule }: ValidationRule): string {
  return message === '' ? `failed rule: ${rule.trim()}` : message.trim()
}

const mostMessageBytes = 5 * 1024

function shownMessage(answer: Answer | undefined): string | undefined {
  if (answer?.kind !== 'value' || typeof answer.value !== 'string') return undefined
  const text = answer.value.trim()
  const isShown = text !== '' && !text.includes('\n') && Buffer.byteLength(text) <= mostMessageBytes
  return isShown ? text : undefined
}

function refusal(detail: string, { rule, value, schema, path }: Question): FieldError {
  const field = `${path}${rule.fieldPath ?? ''}`.replace(/^\./, '') || '<nil>'
  if (rule.reason === 'FieldValueForbidden') return forbidden(field, detail)
  if (rule.reason === 'FieldValueRequired') return required(field, detail)
  const isDuplicate = rule.reason === 'FieldValueDuplicate'
  // Objects and lists are not repeated in the message.
  if (schema.type === 'object' || schema.type === 'array') {
    return isDuplicate
      ? { reason: 'FieldValueDuplicate', field, message: 'Duplicate value' }
      : { reason: 'FieldValueInvalid', field, message: `Invalid value: ${detail}` }
  }
  return isDuplicate ? duplicate(field, value) : invalid(field, value, detail)
}
