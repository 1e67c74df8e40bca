import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../apimachinery/json.ts'
import { DiagnosticSink } from '../diagnostics/sink.ts'
import { editYaml, type YamlEdit } from '../manifest/edit-yaml.ts'
import { renderYaml } from '../manifest/render-yaml.ts'
import { parseProject } from './parse-project.ts'
import {
  isSameResource,
  projectFields,
  resourceFields,
  type Project,
  type ProjectField,
  type ProjectResource,
} from './project.ts'

const header = `# Read and written by kops; comments and keys of your own stay.
# Settings are changed with \`kops edit\`, resources with \`kops create\`.
`

/**
 * The text of PROJECT. Given the text that it replaces, only what differs from that is changed: comments,
 * order, unknown keys and line ends stay, and a project that is the same gives the same bytes.
 */
export function renderProject(project: Project, previous?: string): string {
  if (previous === undefined) return header + renderYaml(toJson(project))
  const before = parseProject(previous, new DiagnosticSink())
  if (before === undefined) throw new Error('PROJECT was not read before it is written')
  return editYaml(previous, [
    ...changedFields([], projectFields(before), projectFields(project)),
    ...changedResources(before.resources, project.resources),
  ])
}

function toJson(project: Project): JsonValue {
  const resources = project.resources.map(resourceToJson)
  const fields = toObject(projectFields(project))
  return resources.length === 0 ? fields : { ...fields, resources }
}

function resourceToJson(resource: ProjectResource): JsonObject {
  return toObject(resourceFields(resource))
}

/** The fields that differ from their defaults, as a nested object. */
function toObject(fields: readonly ProjectField[]): JsonObject {
  return fields
    .filter((field) => !isDeepStrictEqual(field.value, field.default))
    .reduce<JsonObject>((object, { path, value }) => withMember(object, path, value ?? null), {})
}

function withMember(object: JsonObject, path: readonly string[], value: JsonValue): JsonObject {
  const [key, ...rest] = path
  if (key === undefined) return object
  const member = object[key]
  const inner = isObject(member) ? member : {}
  return { ...object, [key]: rest.length === 0 ? value : withMember(inner, rest, value) }
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The edits that lead from one state of the same fields to the other. */
function changedFields(
  base: readonly (string | number)[],
  before: readonly ProjectField[],
  after: readonly ProjectField[],
): YamlEdit[] {
  const values = (fields: readonly ProjectField[]): Map<string, ProjectField> =>
    new Map(fields.map((field) => [field.path.join('.'), field]))
  const [old, wanted] = [values(before), values(after)]
  return [...new Set([...old.keys(), ...wanted.keys()])].flatMap((name) => {
    const [from, to] = [old.get(name), wanted.get(name)]
    const [current, next] = [from ? from.value : to?.default, to ? to.value : from?.default]
    const path = [...base, ...((to ?? from)?.path ?? [])]
    return isDeepStrictEqual(current, next) ? [] : [{ path, value: to?.value }]
  })
}

function changedResources(
  before: readonly ProjectResource[],
  after: readonly ProjectResource[],
): YamlEdit[] {
  const find = (list: readonly ProjectResource[], wanted: ProjectResource): number =>
    list.findIndex((each) => isSameResource(each, wanted))
  const changes = before.flatMap((resource, index) => {
    const next = after[find(after, resource)]
    const base = ['resources', index]
    return next === undefined
      ? []
      : changedFields(base, resourceFields(resource), resourceFields(next))
  })
  const removals = before
    .map((resource, index): YamlEdit & { readonly kept: boolean } => ({
      path: ['resources', index],
      value: undefined,
      kept: find(after, resource) >= 0,
    }))
    .filter(({ kept }) => !kept)
    .reverse()
  const kept = before.length - removals.length
  const additions = after
    .filter((resource) => find(before, resource) < 0)
    .map((resource, index) => ({
      path: ['resources', kept + index],
      value: resourceToJson(resource),
    }))
  return [...changes, ...removals, ...additions]
}
