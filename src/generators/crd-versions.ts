import { isDeepStrictEqual } from 'node:util'
import { member } from '../apimachinery/json-members.ts'
import type { JSONSchemaProps } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { KindVersion } from '../schema/build-version.ts'

/*
 * Versions that nothing converts: the API server changes `apiVersion` alone, and reads each object with the schema of
 * the version that a client asks for. Start reading at `reportContradictions`.
 */

/** So many differences of two versions are named. */
const namedDifferences = 5

/** Reports versions of a kind without conversion whose schemas say different things of one stored object. */
export function reportContradictions(versions: readonly KindVersion[], sink: DiagnosticSink): void {
  const stored = versions.find(({ version }) => version.storage)
  if (stored === undefined) return
  for (const other of versions) {
    if (other === stored || !other.version.served) continue
    const differences = compareVersions(stored, other)
    if (differences.length > 0) report({ stored, other, differences }, sink)
  }
}

interface Contradiction {
  readonly stored: KindVersion
  readonly other: KindVersion
  readonly differences: readonly string[]
}

function report({ stored, other, differences }: Contradiction, sink: DiagnosticSink): void {
  const { group, kind } = stored
  const rest = differences.length - namedDifferences
  sink.report(
    'kube/versions-contradict',
    { kind, first: other.version.name, second: stored.version.name },
    {
      span: other.spans.kind,
      notes: [
        { message: 'the storage version is declared here', span: stored.spans.kind },
        ...differences.slice(0, namedDifferences),
        ...(rest > 0 ? [`${rest} more differences`] : []),
      ],
      helps: [
        `in a project: \`kops create webhook --group ${shortGroup(group)} --version ${stored.version.name} --kind ${kind} --conversion\``,
        'or declare the same fields in both versions',
      ],
    },
  )
}

/** PROJECT knows the group without its domain, most often by its first label. */
function shortGroup(group: string): string {
  return group.split('.')[0] ?? group
}

function compareVersions(stored: KindVersion, other: KindVersion): string[] {
  const comparison: Comparison = {
    stored: stored.version.name,
    other: other.version.name,
    found: [],
  }
  const [left, right] = [stored, other].map(({ version }) => version.schema.openAPIV3Schema)
  if (left !== undefined && right !== undefined)
    compareObjects(left, right, { ...comparison, path: '' })
  return comparison.found
}

interface Comparison {
  /** The names of the versions. */
  readonly stored: string
  readonly other: string
  readonly found: string[]
}

interface Place extends Comparison {
  readonly path: string
}

/** Compares what two versions say of one value: the storage version's schema comes first. */
function compareNodes(stored: JSONSchemaProps, other: JSONSchemaProps, place: Place): void {
  const { found, path } = place
  const [left, right] = [stored, other].map(describeType)
  if (left !== right) {
    found.push(`\`${path}\` is ${left} in ${place.stored} and ${right} in ${place.other}`)
    return
  }
  compareDefaults(stored, other, place)
  compareLimits(stored, other, place)
  compareObjects(stored, other, place)
  if (stored.items !== undefined && other.items !== undefined) {
    compareNodes(stored.items, other.items, { ...place, path: `${path}[]` })
  }
  const [ofStored, ofOther] = [stored.additionalProperties, other.additionalProperties]
  if (typeof ofStored === 'object' && typeof ofOther === 'object') {
    compareNodes(ofStored, ofOther, { ...place, path: `${path}[]` })
  }
}

function describeType(schema: JSONSchemaProps): string {
  if (schema['x-kubernetes-int-or-string'] === true) return 'an int-or-string'
  if (schema.type === undefined) return 'any value'
  const isMap = schema.type === 'object' && typeof schema.additionalProperties === 'object'
  return isMap ? 'a map' : `of type ${schema.type}`
}

function compareObjects(stored: JSONSchemaProps, other: JSONSchemaProps, place: Place): void {
  const [left, right] = [stored.properties ?? {}, other.properties ?? {}]
  for (const name of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const path = place.path === '' ? name : `${place.path}.${name}`
    const [inStored, inOther] = [memberOf(left, name), memberOf(right, name)]
    if (inStored !== undefined && inOther !== undefined) {
      compareNodes(inStored, inOther, { ...place, path })
      comparePresence(name, [stored, other], { ...place, path })
    } else if (inStored === undefined)
      reportLost(stored, [place.other, place.stored], { ...place, path })
    else reportLost(other, [place.stored, place.other], { ...place, path })
  }
}

function memberOf(
  members: Readonly<Record<string, JSONSchemaProps>>,
  name: string,
): JSONSchemaProps | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

/** A version drops fields that it does not declare, unless it keeps unknown ones. */
function reportLost(
  without: JSONSchemaProps,
  [declaring, dropping]: readonly [string, string],
  { found, path }: Place,
): void {
  const keeps =
    without['x-kubernetes-preserve-unknown-fields'] === true ||
    without.additionalProperties !== undefined
  if (keeps) return
  found.push(`\`${path}\` is in ${declaring} alone: what is written as ${dropping} loses it`)
}

function comparePresence(
  name: string,
  schemas: readonly [JSONSchemaProps, JSONSchemaProps],
  place: Place,
): void {
  const [inStored, inOther] = schemas.map((schema) => isDemanded(schema, name))
  if (inStored === inOther) return
  const [demanding, lenient] =
    inStored === true ? [place.stored, place.other] : [place.other, place.stored]
  place.found.push(
    `\`${place.path}\` is required in ${demanding} and optional in ${lenient}: objects without it are refused as ${demanding}`,
  )
}

/** A default fills in what is required. */
function isDemanded({ required, properties }: JSONSchemaProps, name: string): boolean {
  return required?.includes(name) === true && member(properties, name)?.default === undefined
}

function compareDefaults(stored: JSONSchemaProps, other: JSONSchemaProps, place: Place): void {
  if (isDeepStrictEqual(stored.default, other.default)) return
  const [left, right] = [stored, other].map((schema) =>
    schema.default === undefined
      ? 'no default'
      : `the default \`${JSON.stringify(schema.default)}\``,
  )
  place.found.push(
    `\`${place.path}\` has ${left} in ${place.stored} and ${right} in ${place.other}`,
  )
}

/** Keywords that admit or refuse a value. */
const limits = [
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const),
  ...(['minLength', 'maxLength', 'pattern', 'format', 'nullable'] as const),
  ...(['minItems', 'maxItems', 'minProperties', 'maxProperties'] as const),
] as const

function compareLimits(stored: JSONSchemaProps, other: JSONSchemaProps, place: Place): void {
  const { found, path } = place
  const [left, right] = [place.stored, place.other]
  for (const value of onlyIn(stored.enum, other.enum)) {
    found.push(`\`${path}\` may be \`${JSON.stringify(value)}\` in ${left}, which ${right} refuses`)
  }
  for (const value of onlyIn(other.enum, stored.enum)) {
    found.push(`\`${path}\` may be \`${JSON.stringify(value)}\` in ${right}, which ${left} refuses`)
  }
  if ((stored.enum === undefined) !== (other.enum === undefined)) {
    found.push(`\`${path}\` has an enum in ${stored.enum === undefined ? right : left} alone`)
  }
  const differing = limits.filter((keyword) => stored[keyword] !== other[keyword])
  if (differing.length > 0) {
    found.push(`\`${path}\` has another ${differing.join(' and ')} in ${left} than in ${right}`)
  }
}

function onlyIn<Value>(
  values: readonly Value[] | undefined,
  others: readonly Value[] | undefined,
): Value[] {
  if (values === undefined || others === undefined) return []
  return values.filter((value) => !others.some((other) => isDeepStrictEqual(value, other)))
}
