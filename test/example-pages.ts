import type { JsonValue } from '../src/apimachinery/json.ts'
import type { Diagnostic } from '../src/diagnostics/diagnostic.ts'
import { renderText } from '../src/diagnostics/render-text.ts'
import { parseYaml } from '../src/manifest/parse-yaml.ts'
import { renderYaml } from '../src/manifest/render-yaml.ts'
import { generatePackage } from './markers/generate-package.ts'
import { isJsonObject, toJson } from './oracle/to-json.ts'
import { readKinds } from './schema/read-widget.ts'

/*
 * Pages whose examples are run: a block of TypeScript, and below it the YAML that kops makes of it, or
 * what it says of it.
 */

const examples = /^```ts\n([\s\S]*?)^```\n+```(yaml|text)\n[\s\S]*?^```$/gm

/** The page with what kops gives today below each example. */
export async function refreshPage(page: string): Promise<string> {
  const parts: string[] = []
  let end = 0
  for (const match of page.matchAll(examples)) {
    const [whole, code = '', language = ''] = match
    const result = language === 'text' ? await complaintsOf(code) : await yamlOf(code)
    parts.push(
      page.slice(end, match.index),
      `\`\`\`ts\n${code}\`\`\`\n\n\`\`\`${language}\n${result}\`\`\``,
    )
    end = match.index + whole.length
  }
  return [...parts, page.slice(end)].join('')
}

/** The number of examples of a page. */
export function countExamples(page: string): number {
  return [...page.matchAll(examples)].length
}

async function yamlOf(code: string): Promise<string> {
  if (!/\binterface Example\b/.test(code)) return manifestOf(code)
  const { versions, diagnostics } = await readKinds(complete(code), { insideProject: true })
  expectNothingSaid(diagnostics)
  const schema = versions[0]?.version.schema.openAPIV3Schema.properties?.['spec']
  return renderYaml(toJson(schema))
}

/** The manifests without their schemas, which other examples show. */
async function manifestOf(code: string): Promise<string> {
  const { output, codes } = await generatePackage({ v1: complete(code) })
  if (codes.length > 0) throw new Error(`${codes.join()} in\n${code}`)
  return parseYaml(output)
    .map(({ value }) => renderYaml(withoutSchema(toJson(value))))
    .join('---\n')
}

function withoutSchema(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutSchema)
  if (!isJsonObject(value)) return value
  const fields = Object.entries(value).filter(([name]) => name !== 'schema')
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutSchema(field)]))
}

async function complaintsOf(code: string): Promise<string> {
  const text = complete(code)
  const { diagnostics } = await readKinds(text, { insideProject: true })
  if (diagnostics.length === 0) throw new Error(`nothing is said of\n${code}`)
  const options = {
    readText: () => text,
    summary: '',
    isColoured: false,
    showPath: () => 'example.ts',
  }
  return renderText(diagnostics, options)
}

function expectNothingSaid(diagnostics: readonly Diagnostic[]): void {
  const [first] = diagnostics
  if (first !== undefined) throw new Error(`${first.code}: ${first.message}`)
}

const names = `Bytes Condition CustomResource Double Duration Float Int32 Int64 Integer IntOrString
  LabelSelector MicroTime ObjectMeta Quantity RawExtension Time`.split(/\s+/)

/** The example with what it leaves out below it, so that lines keep their numbers. */
function complete(code: string): string {
  const used = names.filter(
    (name) => name === 'CustomResource' || new RegExp(`\\b${name}\\b`).test(code),
  )
  const kind = /\binterface Example\b/.test(code)
    ? 'export interface Widget extends CustomResource { spec: Example }\n'
    : ''
  return `${code}import type { ${used.join(', ')} } from 'kops'\n${kind}`
}
