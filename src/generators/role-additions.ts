import type { JsonObject, JsonValue } from '../apimachinery/json.ts'
import { parseYaml } from '../manifest/parse-yaml.ts'
import { mergePolicyRules, type PolicyRule } from './policy-rules.ts'
import { renderRule, type RbacOptions } from './rbac.ts'
import { renderManifests } from './render-manifests.ts'

/**
 * The text of role.yaml with more rules in the operator's own role, without reading the markers that made the others.
 * Undefined where the text is not what kops writes, or where only the markers tell how its rules came about.
 */
export function addToRoleFile(
  text: string,
  added: readonly PolicyRule[],
  {
    roleName,
    namespaced,
    header,
  }: Pick<RbacOptions, 'roleName' | 'namespaced'> & { header: string },
): string | undefined {
  const documents = parseYaml(text)
  if (documents.some(({ problems }) => problems.length > 0)) return undefined
  const objects = documents.map(({ value }) => value)
  if (renderManifests(objects, header) !== text) return undefined
  const kind = namespaced ? 'Role' : 'ClusterRole'
  const index = objects.findIndex((each) => isOwnRole(each, kind, roleName))
  const role = objects[index]
  if (!isObject(role)) return undefined
  const known = readRules(role['rules'])
  if (known === undefined) return undefined
  const rendered = (rules: readonly PolicyRule[]): JsonValue =>
    mergePolicyRules(rules).map(renderRule)
  if (JSON.stringify(rendered(known)) !== JSON.stringify(role['rules'])) return undefined
  const changed = { ...role, rules: rendered([...known, ...added]) }
  return renderManifests(objects.with(index, changed), header)
}

function isOwnRole(value: JsonValue, kind: string, name: string): boolean {
  if (!isObject(value) || value['kind'] !== kind) return false
  const { metadata } = value
  return isObject(metadata) && metadata['name'] === name && metadata['namespace'] === undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const parts = {
  groups: 'apiGroups',
  resources: 'resources',
  resourceNames: 'resourceNames',
  urls: 'nonResourceURLs',
  verbs: 'verbs',
} as const

/** One rule for each group, as markers of single groups make them. */
function readRules(value: JsonValue | undefined): PolicyRule[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((rule) => {
    const list = (part: keyof typeof parts): string[] => {
      const found = isObject(rule) ? rule[parts[part]] : undefined
      return Array.isArray(found) ? found.map(String) : []
    }
    const single = {
      groups: list('groups'),
      resources: list('resources'),
      resourceNames: list('resourceNames'),
      urls: list('urls'),
      verbs: list('verbs'),
    }
    const [first, ...others] = single.groups
    return first === undefined || others.length === 0
      ? [single]
      : single.groups.map((group) => ({ ...single, groups: [group] }))
  })
}
