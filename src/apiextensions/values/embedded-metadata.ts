import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { invalid, type FieldError } from '../../apimachinery/field-error.ts'
import { isFields, jsonKindOf, member, type JsonFields } from './json-kind.ts'
import { memberSchema } from './value-location.ts'

/*
 * The metadata of objects within an object, which the API server reads as an ObjectMeta whatever the schema says.
 */

type Reads = (value: unknown) => boolean

const isText: Reads = (value) => typeof value === 'string'
const isWhole: Reads = (value) => jsonKindOf(value) === 'integer'
const isTexts: Reads = (value) => Array.isArray(value) && value.every((each) => isText(each))
const isObjects: Reads = (value) => Array.isArray(value) && value.every((each) => isFields(each))
const isTextMap: Reads = (value) =>
  isFields(value) && Object.values(value).every((each) => each === null || isText(each))

const fieldReaders: Readonly<Record<string, Reads>> = {
  name: isText,
  generateName: isText,
  namespace: isText,
  selfLink: isText,
  uid: isText,
  resourceVersion: isText,
  creationTimestamp: isText,
  deletionTimestamp: isText,
  generation: isWhole,
  deletionGracePeriodSeconds: isWhole,
  labels: isTextMap,
  annotations: isTextMap,
  finalizers: isTexts,
  ownerReferences: isObjects,
  managedFields: isObjects,
}

/** What an object's metadata cannot be read for. */
export function checkMetadata(metadata: unknown, path: string): FieldError[] {
  if (metadata === undefined || metadata === null) return []
  const wrong = isFields(metadata) ? Object.entries(metadata).find(isUnreadable) : ['', metadata]
  return wrong === undefined ? [] : [invalid(path, metadata, 'must be the metadata of an object')]
}

function isUnreadable([name, value]: readonly [string, unknown]): boolean {
  return value !== null && Object.hasOwn(fieldReaders, name) && fieldReaders[name]?.(value) !== true
}

/** Drops from the metadata of objects within an object what an ObjectMeta does not have, and what is empty. */
export function dropFromMetadata(value: unknown, schema: JSONSchemaProps): void {
  if (Array.isArray(value)) {
    for (const item of value) dropFromMetadata(item, schema.items ?? {})
  } else if (isFields(value)) {
    const metadata = member(value, 'metadata')
    const isObject = schema['x-kubernetes-embedded-resource'] === true
    if (isObject && isFields(metadata)) dropEmpty(metadata)
    for (const [name, each] of Object.entries(value)) {
      const own = memberSchema(schema, name)
      if (own !== undefined) dropFromMetadata(each, own)
    }
  }
}

function dropEmpty(metadata: JsonFields): void {
  for (const [name, value] of Object.entries(metadata)) {
    if (!Object.hasOwn(fieldReaders, name) || isEmpty(value)) delete metadata[name]
  }
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  if (isFields(value)) return Object.keys(value).length === 0
  return value === null || value === '' || value === 0
}
