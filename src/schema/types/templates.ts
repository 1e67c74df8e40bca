import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { TemplateType, TypeModel } from '../../typemodel/model.ts'
import type { SchemaContext, Site } from '../schema-context.ts'
import { brokenSchema } from './broken.ts'

/*
 * Template literal types become patterns: `v${number}` is a `v` and a number.
 */

const anyText = '[\\s\\S]*'
const numberText = '[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?'

export function buildTemplate(
  type: TemplateType,
  context: SchemaContext,
  site: Site,
): JSONSchemaProps {
  const pattern = templatePattern(type)
  if (pattern !== undefined) return { type: 'string', pattern }
  context.sink.report(
    'schema/unsupported-template',
    { subject: site.subject },
    {
      span: type.span,
      helps: ['write `string` and say the form with `+kubebuilder:validation:Pattern`'],
    },
  )
  return brokenSchema(type.span, context, site)
}

/** The pattern of a template's strings; undefined where a hole is of no kind that text can show. */
export function templatePattern(type: TemplateType): string | undefined {
  const body = templateBody(type)
  if (body === undefined) return undefined
  return `^${body}$`.replace(/^\^\[\\s\\S\]\*(?=.)/, '').replace(/\[\\s\\S\]\*\$$/, '')
}

function templateBody({ texts, types }: TemplateType): string | undefined {
  const holes = types.map(holePattern)
  if (holes.some((hole) => hole === undefined)) return undefined
  return texts.map((text, index) => `${escapePattern(text)}${holes[index] ?? ''}`).join('')
}

function holePattern(type: TypeModel): string | undefined {
  switch (type.kind) {
    case 'primitive':
      return { string: anyText, number: numberText, boolean: '(true|false)' }[String(type.name)]
    case 'literal':
      return escapePattern(String(type.value))
    case 'enum':
      return alternatives(type.members.map(({ value }) => escapePattern(String(value))))
    case 'template':
      return templateBody(type)
    case 'union':
      return alternatives(type.members.map(holePattern))
    case 'named':
      return holePattern(type.resolve())
    case 'library':
      return ['Int32', 'Int64', 'Integer'].includes(type.name) ? '-?[0-9]+' : undefined
    default:
      return undefined
  }
}

function alternatives(patterns: readonly (string | undefined)[]): string | undefined {
  return patterns.every((pattern) => pattern !== undefined) ? `(${patterns.join('|')})` : undefined
}

/** Text as a pattern that matches it alone. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
