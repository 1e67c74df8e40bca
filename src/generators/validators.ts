import { posix } from 'node:path'
import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import { renderJson } from '../apimachinery/json-text.ts'
import { listUnchecked } from '../apiextensions/values/check-rules.ts'
import { specifier, type CodeStyle } from './descriptors.ts'
import { doNotEdit, quote } from './generated-code.ts'
import type { Generator } from './generator.ts'
import { kindsByFolder, type DefinedKind } from './kinds-by-folder.ts'
import type { OptionalOptions } from './optional.ts'
import { mapSchemas } from './schema-walk.ts'

/** The file of a version folder that holds its validators. */
const validatorsFile = 'zz_generated.validators.ts'

/** Writes for each kind a validator and a defaulter, which hold its schema themselves. */
export const validators: Generator<OptionalOptions> = {
  name: 'validators',
  doc: 'a validator and a defaulter for each kind',
  generate: (sources, { style }) =>
    kindsByFolder(sources).map(({ path, kinds }) => ({
      path: posix.join(path, validatorsFile),
      content: renderValidators(kinds, style),
      template: 'validator',
    })),
}

function renderValidators(kinds: readonly DefinedKind[], style: CodeStyle): string {
  const imports = kinds.map(
    ({ declared: { built }, file }) =>
      `import type { ${built.kind} } from ${specifier(`./${file}`, style)}\n`,
  )
  return [
    style.header ?? '',
    doNotEdit,
    `import * as kops from 'kops/validation'\n`,
    ...imports,
    ...kinds.map(renderValidator),
  ].join('')
}

function renderValidator({ declared: { built } }: DefinedKind): string {
  const { group, kind, version } = built
  const schema = withoutTexts(version.schema.openAPIV3Schema)
  const name = variableOf(kind)
  const subresources =
    version.subresources === undefined
      ? ''
      : `  subresources: ${quoteJson(version.subresources)},\n`
  return `
/** Says of objects of ${kind} what the API server would, from the schema of ${group}/${version.name} alone. */
${renderUnchecked(schema)}export const ${name}Validator: kops.ResourceValidator<${kind}> = new kops.ResourceValidator<${kind}>({
  group: ${quote(group)},
  version: ${quote(version.name)},
  kind: ${quote(kind)},
  schema: ${quoteJson(schema)},
${subresources}})

/** What is wrong with an object; empty where the API server would take it. */
export function validate${kind}(object: unknown, options?: kops.ValidateOptions): kops.FieldError[] {
  return ${name}Validator.validate(object, options)
}

/** The object with defaults filled in, and without what the schema does not have. */
export function default${kind}(object: object): ${kind} {
  return ${name}Validator.default(object)
}
`
}

/** `HTTPRoute` → `httpRoute`. */
function variableOf(kind: string): string {
  return kind.replace(/^(?:[A-Z]+(?![a-z])|[A-Z])/, (start) => start.toLowerCase())
}

/** JSON as a text: the schema is parsed when it is first needed, and costs the compiler nothing. */
function quoteJson(value: object): string {
  return quote(renderJson(value))
}

function renderUnchecked(schema: JSONSchemaProps): string {
  const lines = listUnchecked(schema).map(
    ({ field, rule, reason }) =>
      `//   ${oneLine(`${field || 'the object'}: ${rule} (${reason})`)}\n`,
  )
  return lines.length === 0 ? '' : `// Rules that are left to the API server:\n${lines.join('')}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ')
}

/** What is for readers decides nothing. */
function withoutTexts(schema: JSONSchemaProps): JSONSchemaProps {
  const {
    description: _text,
    title: _title,
    example: _example,
    externalDocs: _docs,
    ...rest
  } = schema
  return mapSchemas(rest, withoutTexts)
}
