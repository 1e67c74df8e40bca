import type {
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '../../apimachinery/custom-resource-definition.ts'
import { invalid, required, type FieldError } from '../../apimachinery/field-error.ts'
import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import { parseJson } from '../../apimachinery/json-text.ts'
import { validateDns1123Subdomain } from '../../apimachinery/names.ts'
import { checkEmbedded } from './check-embedded.ts'
import { checkRules, listUnchecked, type UncheckedRule } from './check-rules.ts'
import { checkReplicas } from './check-scale.ts'
import { checkTopology } from './check-topology.ts'
import { checkCorrelated } from './check-value.ts'
import { fillDefaults } from './defaulting.ts'
import { dropFromMetadata } from './embedded-metadata.ts'
import { copyJson, isFields, member, setMember, type JsonFields } from './json-kind.ts'
import { dropNulls, dropUnknown } from './pruning.ts'
import { hasRules } from './rules-of-schema.ts'
import type { ValueLocation } from './value-location.ts'

type Subresources = NonNullable<CustomResourceDefinitionVersion['subresources']>

/** What a validator is made of: a version of a CustomResourceDefinition. */
export interface ValidatedKind extends GroupVersionKind {
  /** The schema, or its JSON, which is read when it is first needed. */
  readonly schema: JSONSchemaProps | string
  readonly subresources?: Subresources | string | undefined
}

/** How an object is judged. */
export interface ValidateOptions {
  /** The object before an update. What has not changed since is not held against the new one. */
  readonly old?: unknown
  /** What becomes of fields that the schema does not have: dropped by default, as the API server does it. */
  readonly unknownFields?: 'drop' | 'refuse' | undefined
  /**
   * What is written to. Where the status is a subresource, a write to the object leaves it alone and does not judge
   * it, and a write to `status` judges nothing else.
   */
  readonly subresource?: 'status' | undefined
}

/** What was found out about an object. */
export interface Verdict {
  readonly errors: readonly FieldError[]
  /** Rules that were not asked: where there is any, the API server may refuse what has no errors here. */
  readonly unchecked: readonly UncheckedRule[]
}

const skipped =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

/** Errors after which the API server does not ask rules. */
const blocking: ReadonlySet<string> = new Set([
  'FieldValueNotSupported',
  'FieldValueRequired',
  'FieldValueTooLong',
  'FieldValueTooMany',
  'FieldValueTypeInvalid',
])

/**
 * Judges objects of a kind, and fills in what they leave out, as the API server does on creation and on update: from
 * the schema alone, without a server. Other objects, and the webhooks of a cluster, are not asked.
 */
export class ResourceValidator<T = unknown> {
  readonly #kind: ValidatedKind
  #parsed: ParsedKind | undefined

  constructor(kind: ValidatedKind) {
    this.#kind = kind
  }

  get #content(): ParsedKind {
    const { schema, subresources } = this.#kind
    this.#parsed ??= { schema: parsed(schema), subresources: parsed(subresources ?? {}) }
    return this.#parsed
  }

  /** The rules that are never asked: `judge` tells of those that matter to an object. */
  get uncheckedRules(): readonly UncheckedRule[] {
    return listUnchecked(this.#content.schema)
  }

  /**
   * The object as the API server would keep it: with defaults, without fields and nulls that the schema does not
   * have; a status, though written apart, is kept. The given object is not changed, and not judged.
   */
  default(object: T | object): T {
    return this.#complete(object).object as T
  }

  /** What the API server would object to; empty where it would take the object. */
  validate(object: unknown, options?: ValidateOptions): FieldError[] {
    return [...this.judge(object, options).errors]
  }

  /** What the API server would object to, and which rules could not be asked. */
  judge(given: unknown, options: ValidateOptions = {}): Verdict {
    const { schema } = this.#content
    const { object, dropped } = this.#complete(given)
    const errors = this.#checkTypeMeta(object)
    if (errors.length > 0) return { errors, unchecked: [] }
    const { old, unknownFields, subresource } = options
    const before = old === undefined ? undefined : this.#complete(old).object
    this.#leaveOut(object, before, subresource)
    const write = { object, before, subresource }
    const found = [
      ...(unknownFields === 'refuse' ? dropped.map(refuseUnknown) : []),
      ...(before === undefined && subresource === undefined ? checkName(object) : []),
      ...this.#checkSchema(write),
      ...this.#checkScale(write),
      ...checkEmbedded(object, schema, ''),
      ...this.#checkTopology(object, before),
    ]
    return this.#askRules(found, object, before)
  }

  /** What is written elsewhere: the status of an object, or the object of a status. */
  #leaveOut(object: unknown, before: unknown, subresource: Write['subresource']): void {
    const isApart = this.#content.subresources.status !== undefined
    if (!isApart || subresource !== undefined || !isFields(object)) return
    const status = isFields(before) ? member(before, 'status') : undefined
    if (status === undefined) delete object['status']
    else setMember(object, 'status', status)
  }

  #checkSchema({ object, before, subresource }: Write): FieldError[] {
    const { schema } = this.#content
    if (subresource === undefined) {
      return checkCorrelated(object, schema, locationOf(before, schema)).errors
    }
    const own = schema.properties?.['status']
    const status = isFields(object) ? member(object, 'status') : undefined
    if (own === undefined || status === undefined) return []
    const old = isFields(before) ? member(before, 'status') : undefined
    return checkCorrelated(status, own, locationOf(old, own)).errors.map((error) => ({
      ...error,
      field: error.field === '<nil>' ? 'status' : `status.${error.field}`,
    }))
  }

  #checkScale({ object, subresource }: Write): FieldError[] {
    const { scale } = this.#content.subresources
    if (scale === undefined) return []
    const { specReplicasPath, statusReplicasPath } = scale
    const paths = subresource === undefined ? [specReplicasPath, statusReplicasPath] : [statusReplicasPath] // prettier-ignore
    return paths.flatMap((path) => checkReplicas(object, path))
  }

  #complete(given: unknown): { readonly object: unknown; readonly dropped: readonly string[] } {
    const { schema } = this.#content
    const object = copyJson(given)
    fillDefaults(object, schema)
    const dropped = dropUnknown(object, schema)
    dropNulls(object, schema)
    dropFromMetadata(object, schema)
    return { object, dropped }
  }

  #checkTypeMeta(object: unknown): FieldError[] {
    const { group, version, kind } = this.#kind
    if (!isFields(object)) return [invalid('<nil>', object, 'must be an object')]
    const expected = { kind, apiVersion: group === '' ? version : `${group}/${version}` }
    return Object.entries(expected).flatMap(([name, text]) => {
      const value = member(object, name) ?? ''
      return value === text ? [] : [invalid(name, value, `must be ${text}`)]
    })
  }

  /** What had something twice before may have it on. */
  #checkTopology(object: unknown, before: unknown): FieldError[] {
    const { schema } = this.#content
    const wasWrong = before !== undefined && checkTopology(before, schema, '').length > 0
    return wasWrong ? [] : checkTopology(object, schema, '')
  }

  #askRules(found: readonly FieldError[], object: unknown, before: unknown): Verdict {
    const { schema } = this.#content
    if (!hasRules(schema)) return { errors: found, unchecked: [] }
    if (found.some(({ reason }) => blocking.has(reason))) {
      return { errors: [...found, invalid('<nil>', null, skipped)], unchecked: [] }
    }
    const { errors, unchecked } = checkRules(object, schema, before)
    return { errors: [...found, ...errors], unchecked }
  }
}

/** A write of an object or of its status, as it will be stored. */
interface Write {
  readonly object: unknown
  readonly before: unknown
  readonly subresource: ValidateOptions['subresource']
}

function locationOf(before: unknown, schema: JSONSchemaProps): ValueLocation {
  return { path: '', before: before === undefined ? undefined : { value: before, schema } }
}

interface ParsedKind {
  readonly schema: JSONSchemaProps
  readonly subresources: Subresources
}

function parsed<Part extends object>(part: Part | string): Part {
  return typeof part === 'string' ? (parseJson(part) as Part) : part
}

function refuseUnknown(path: string): FieldError {
  return invalid(path, '', `unknown field "${path}"`)
}

/** Of the metadata the name alone is judged, on creation: the rest is the same for every kind. */
function checkName(object: unknown): FieldError[] {
  const metadata = isFields(object) ? member(object, 'metadata') : undefined
  const fields: JsonFields = isFields(metadata) ? metadata : {}
  const name = member(fields, 'name') ?? ''
  if (name === '') {
    const hasPrefix = (member(fields, 'generateName') ?? '') !== ''
    return hasPrefix ? [] : [required('metadata.name', 'name or generateName is required')]
  }
  if (typeof name !== 'string') return [invalid('metadata.name', name, 'must be a string')]
  return validateDns1123Subdomain(name).map((problem) => invalid('metadata.name', name, problem))
}
