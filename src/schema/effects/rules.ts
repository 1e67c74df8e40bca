import type { ValidationRule } from '../../apimachinery/custom-resource-definition.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { Marker } from '../../markers/marker.ts'
import { celField } from '../../apimachinery/cel-field.ts'
import {
  applies,
  booleanOf,
  say,
  shownMarker,
  textOf,
  textsOf,
  valueSpan,
  type Draft,
  type Effect,
} from './draft.ts'

/*
 * CEL rules: written out by the user, or made from a marker that stands for one.
 */

export const rule: Effect = (marker, draft) => {
  const text = textOf(marker, 'rule')
  if (text === undefined) return
  const optionalOldSelf = booleanOf(marker, 'optionalOldSelf')
  say(draft, marker, {
    'x-kubernetes-validations': [
      {
        rule: text,
        ...given(marker, 'message'),
        ...given(marker, 'messageExpression'),
        ...given(marker, 'reason'),
        ...given(marker, 'fieldPath'),
        ...(optionalOldSelf === undefined ? {} : { optionalOldSelf }),
      },
    ],
  })
}

function given(
  marker: Marker,
  name: 'message' | 'messageExpression' | 'reason' | 'fieldPath',
): Partial<ValidationRule> {
  const value = textOf(marker, name)
  return value === undefined ? {} : { [name]: value }
}

/** The value may not change; an optional one may not appear or go either, which its parent sees. */
export const immutable: Effect = (marker, draft) => {
  say(draft, marker, {
    'x-kubernetes-validations': [{ rule: 'self == oldSelf', message: 'field is immutable' }],
  })
  if (draft.presence?.optional !== true) return
  const { name } = draft.presence
  const field = celField(name)
  const parentRule = {
    rule: `!has(oldSelf.${field}) || has(self.${field})`,
    message: `field ${name} is immutable once set`,
  }
  draft.parentRules.push(draft.context.origins.markRule(parentRule, marker.span))
}

export const atMostOneOf: Effect = (marker, draft) => {
  sayOneOf(marker, draft, (fields) => ({
    rule: `${countOf(fields)} <= 1`,
    message: `at most one of the fields in [${fields.join(' ')}] may be set`,
  }))
}

export const exactlyOneOf: Effect = (marker, draft) => {
  sayOneOf(marker, draft, (fields) => ({
    rule: `${countOf(fields)} == 1`,
    message: `exactly one of the fields in [${fields.join(' ')}] must be set`,
  }))
}

export const atLeastOneOf: Effect = (marker, draft) => {
  sayOneOf(marker, draft, (fields) => ({
    rule: fields.map((field) => `has(self.${celField(field)})`).join('||'),
    message: `at least one of the fields in [${fields.join(' ')}] must be set`,
  }))
}

function countOf(fields: readonly string[]): string {
  return fields.map((field) => `(has(self.${celField(field)})?1:0)`).join('+')
}

function sayOneOf(
  marker: Marker,
  draft: Draft,
  toRule: (fields: readonly string[]) => ValidationRule,
): void {
  const fields = textsOf(marker)
  if (fields.length === 0 || !applies(marker, draft, { to: ['object'] })) return
  const wrong = fields.filter((field) => !isOptionalField(field, marker, draft))
  if (wrong.length === 0) say(draft, marker, { 'x-kubernetes-validations': [toRule(fields)] })
}

function isOptionalField(field: string, marker: Marker, draft: Draft): boolean {
  const { base, context, subject } = draft
  const properties = Object.keys(base.properties ?? {})
  if (!properties.includes(field)) {
    context.sink.report(
      'schema/unknown-field',
      { field, subject },
      {
        span: valueSpan(marker),
        notes: [`${shownMarker(marker)} names fields of \`${subject}\` itself`],
        helps: nearestNames(field, properties).map((name) => `write \`${name}\``),
      },
    )
    return false
  }
  if (base.required?.includes(field) !== true) return true
  context.sink.report(
    'schema/required-choice',
    { field, subject, marker: shownMarker(marker) },
    { span: valueSpan(marker), helps: [`write \`${field}?:\` in \`${subject}\``] },
  )
  return false
}
