import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { ruleReasons } from '../../schema/checks/rules.ts'
import { checkWord } from './check-version-settings.ts'
import { isObject, textOf, within, type CrdPlace, type Path } from './crd-place.ts'
import { reportInvalid, reportMissing } from './report-field.ts'

/*
 * What the API server asks of the words of a schema and of the texts of its rules. What a rule means is judged where the
 * TypeScript becomes a definition again.
 */

/** Reports the words of a node that the API server does not know, and texts of its rules that it refuses. */
export function checkNodeTexts(schema: JsonObject, path: Path, place: CrdPlace): void {
  for (const [key, words] of wordKeys) {
    const value = schema[key]
    if (value !== undefined) checkWord({ value: textOf(value), words }, within(path, key), place)
  }
  const key = 'x-kubernetes-validations'
  const rules = schema[key]
  for (const [index, rule] of (Array.isArray(rules) ? rules : []).entries()) {
    if (isObject(rule)) checkRule(rule, within(within(path, key), index), place)
  }
}

const wordKeys: readonly (readonly [key: string, words: readonly string[]])[] = [
  ['x-kubernetes-list-type', ['atomic', 'set', 'map']],
  ['x-kubernetes-map-type', ['atomic', 'granular']],
]

function checkRule(rule: JsonObject, path: Path, place: CrdPlace): void {
  const text = textOf(rule['rule']).trim()
  const message = textOf(rule['message']).trim()
  if (text === '') reportMissing(place, within(path, 'rule'))
  if (hasLineBreak(text) && message === '') reportMissing(place, within(path, 'message'))
  for (const key of ['message', 'messageExpression', 'fieldPath']) {
    checkText(rule[key], within(path, key), place)
  }
  checkLine(message, within(path, 'message'), place)
  checkLine(textOf(rule['fieldPath']), within(path, 'fieldPath'), place)
  const { reason } = rule
  if (reason === undefined) return
  checkWord({ value: textOf(reason), words: ruleReasons }, within(path, 'reason'), place)
}

function checkText(value: JsonValue | undefined, path: Path, place: CrdPlace): void {
  if (typeof value !== 'string' || value === '' || value.trim() !== '') return
  reportInvalid(place, { path, value, reason: 'must be non-empty if specified' })
}

function checkLine(value: string, path: Path, place: CrdPlace): void {
  if (hasLineBreak(value)) {
    reportInvalid(place, { path, value, reason: 'must not contain line breaks' })
  }
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text)
}
