import type { JsonValue } from '../../apimachinery/json.ts'
import type { ParsedYaml } from '../../manifest/parse-yaml.ts'

/**
 * Where a text that is the template of a manifest rather than one begins to be it. Braces in descriptions are common
 * and mean nothing: they count only where the text is no YAML, or YAML by accident.
 */
export function findTemplate(
  text: string,
  documents: readonly ParsedYaml[],
): { readonly start: number; readonly end: number } | undefined {
  const match = /\{\{[^\n]*\}\}/.exec(text)
  if (match === null) return undefined
  const isBroken = documents.some(({ problems }) => problems.length > 0)
  if (!isBroken && !documents.some(({ value }) => holdsBraces(value))) return undefined
  return { start: match.index, end: match.index + match[0].length }
}

/** `name: {{ .Values.name }}` is a map whose only name is a map. */
function holdsBraces(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(
    ([key, member]: [string, JsonValue]) =>
      (key.startsWith('{') && key.endsWith('}') && member === null) || holdsBraces(member),
  )
}

/** What makes a manifest of the template. */
export function templateHelp(path: string): string {
  return `\`helm template CHART | kops generate types --from - …\`, with the chart that \`${path}\` is of`
}
