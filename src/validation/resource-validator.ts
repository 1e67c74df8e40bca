import type {
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
} from '../apimachinery/custom-resource-definition.ts'
import { invalid, required, type FieldError } from '../apimachinery/field-error.ts'
import type { GroupVersionKind } from '../apimachinery/group-version-kind.ts'
import { parseJson } from '../apimachinery/json-text.ts'
import { validateDns1123Subdomain } from '../apimachinery/names.ts'
import { checkEmbedded } from './check-embedded.ts'
import { checkRules, hasRules, listUnchecked, type UncheckedRule } from './check-rules.ts'
import { checkScale } from './check-scale.ts'
import { checkTopology } from './check-topology.ts'
import { checkCorrelated } from './check-value.ts'
import { copyJson, dropNulls, dropUnknown, fillDefaults } from './default-object.ts'
import { dropFromMetadata } from './embedded-metadata.ts'
import { isFields, member, type JsonFields } from './json-kind.ts'

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
   * have. The given object is not changed, and not judged.
   */
  default(object: T | object): T {
    return this.#complete(object).object as T
  }

  /** What the API server would object to; empty where it would take the object. */
  validate(object: unknown, options?: ValidateOptions): FieldError[] {
    return [...this.judge(object, options).errors]
  }

  /** What the API server would object to, and which rules could not be asked. */
  judge(given: unknown, { old, unknownFields = 'drop' }: ValidateOptions = {}): Verdict {
    const { schema, subresources } = this.#content
    const { object, dropped } = this.#complete(given)
    const errors = this.#checkTypeMeta(object)
    if (errors.length > 0) return { errors, unchecked: [] }
    const before = old === undefined ? undefined : this.#complete(old).object
    const found = [
      ...(unknownFields === 'refuse' ? dropped.map(refuseUnknown) : []),
      ...checkName(object, before !== undefined),
      ...checkCorrelated(object, schema, {
        path: '',
        before: before === undefined ? undefined : { value: before, schema },
      }).errors,
      ...checkScale(object, subresources.scale),
      ...checkEmbedded(object, schema, ''),
      ...this.#checkTopology(object, before),
    ]
    return this.#askRules(found, object, before)
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
function checkName(object: unknown, isUpdate: boolean): FieldError[] {
  const metadata = isFields(object) ? member(object, 'metadata') : undefined
  const fields: JsonFields = isFields(metadata) ? metadata : {}
  const name = member(fields, 'name') ?? ''
  if (isUpdate) return []
  if (name === '') {
    const hasPrefix = (member(fields, 'generateName') ?? '') !== ''
    return hasPrefix ? [] : [required('metadata.name', 'name or generateName is required')]
  }
  if (typeof name !== 'string') return [invalid('metadata.name', name, 'must be a string')]
  return validateDns1123Subdomain(name).map((problem) => invalid('metadata.name', name, problem))
}
