import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { blankLiterals } from '../../apiextensions/cel/expression-text.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import { celField, isCelField, needsEscape } from '../../apimachinery/cel-field.ts'

/*
 * The fields that a rule names, from `self` on. Judged are only plain chains of names; what follows a
 * call, an index or a macro is left to the API server.
 */

/** A field that the API server would not find. */
export interface FieldProblem {
  readonly written: string
  readonly notes: string[]
  readonly helps: string[]
}

/** The fields of a rule that the schema does not have under that name, each once. */
export function findFieldProblems(
  rule: string,
  schema: JSONSchemaProps,
  { isRoot }: { isRoot: boolean },
): FieldProblem[] {
  const bare = blankLiterals(rule)
  const chains = bare.matchAll(
    /(?<![\w.])(?:self|oldSelf)\b((?:\s*\.\??\s*[A-Za-z_]\w*(?![\w\s]*\())*)([-/])?/g,
  )
  const problems = new Map<string, FieldProblem>()
  for (const { 0: whole, 1: chain = '', 2: after, index } of chains) {
    const names = [...chain.matchAll(/[A-Za-z_]\w*/g)].map(([name]) => name)
    const key = /^\s*\[\s*(["'])(.*?)\1\s*\]/.exec(rule.slice(index + whole.length))?.[2]
    const problem = followNames(names, schema, { isRoot, after, key })
    if (problem !== undefined) problems.set(problem.written, problem)
  }
  return [...problems.values()]
}

interface ChainEnd {
  readonly isRoot: boolean
  /** A sign that may belong to the last name: `max-size`. */
  readonly after: string | undefined
  /** The text in brackets behind the last name: `['max-size']`. */
  readonly key: string | undefined
}

function followNames(
  names: readonly string[],
  root: JSONSchemaProps,
  { isRoot, after, key }: ChainEnd,
): FieldProblem | undefined {
  let schema = root
  for (const [index, name] of names.entries()) {
    const isResource = (isRoot && index === 0) || schema['x-kubernetes-embedded-resource'] === true
    if (isResource && ['metadata', 'kind', 'apiVersion'].includes(name)) return undefined
    if (schema.properties === undefined || schema.type !== 'object') return undefined
    const fields = Object.keys(schema.properties)
    const field = fields.find((each) => isCelField(each) && celField(each) === name)
    if (field === undefined) return missing(name, fields, index === names.length - 1 ? after : '')
    schema = schema.properties[field] ?? {}
  }
  return key === undefined || schema.properties === undefined ? undefined : indexed(key)
}

function indexed(key: string): FieldProblem {
  return {
    written: key,
    notes: ['brackets are for lists and maps; the fields of an object follow a dot'],
    helps: isCelField(key) ? [`write \`.${celField(key)}\``] : ['rename the field'],
  }
}

function missing(name: string, fields: readonly string[], after: string | undefined): FieldProblem {
  const escaped = fields.find(
    (field) => needsEscape(field) && (field === name || field.startsWith(`${name}${after ?? '-'}`)),
  )
  if (escaped !== undefined) {
    return {
      written: name,
      notes: [`CEL reads \`${escaped}\` otherwise: words of its own and signs are escaped`],
      helps: [`write \`${celField(escaped)}\``],
    }
  }
  const near = nearestNames(name, fields.filter(isCelField).map(celField))
  return {
    written: name,
    notes: ['the API server would refuse the rule'],
    helps:
      near.length > 0
        ? near.map((field) => `write \`${field}\``)
        : [`the fields are ${fields.join(', ')}`],
  }
}
