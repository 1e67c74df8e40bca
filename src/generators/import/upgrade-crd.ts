import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { isObject, textOf, within, type CrdPlace, type Path } from './crd-place.ts'

/**
 * A v1beta1 definition as v1, the way the API server turned one into the other: what stood once for all versions
 * stands in each of them. v1beta1 kept fields that the schema does not know; v1 says so in the schema.
 */
export function upgradeCrd(crd: JsonObject, base: Path | undefined, place: CrdPlace): JsonObject {
  const { spec } = crd
  if (!isObject(spec)) return { ...crd, apiVersion: 'apiextensions.k8s.io/v1' }
  const { preserveUnknownFields, group, names, scope = 'Namespaced' } = spec
  const keepsUnknown = preserveUnknownFields !== false
  report(crd, { base, place, keepsUnknown })
  const conversion = upgradeConversion(spec['conversion'])
  return {
    ...crd,
    apiVersion: 'apiextensions.k8s.io/v1',
    spec: {
      ...(group === undefined ? {} : { group }),
      ...(names === undefined ? {} : { names }),
      scope,
      versions: versionsOf(spec).map((version) => upgradeVersion(version, spec, keepsUnknown)),
      ...(conversion === undefined ? {} : { conversion }),
    },
  }
}

function report(
  crd: JsonObject,
  {
    base,
    place,
    keepsUnknown,
  }: { readonly base: Path | undefined; readonly place: CrdPlace; readonly keepsUnknown: boolean },
): void {
  const { metadata } = crd
  const name = isObject(metadata) ? textOf(metadata['name']) : ''
  const kept =
    'it keeps fields that the schema does not know, which v1 says with `x-kubernetes-preserve-unknown-fields`'
  place.sink.report(
    'crd/old-version',
    { name },
    {
      span: place.spanOf(within(base, 'apiVersion')),
      notes: ['no API server since 1.22 takes v1beta1', ...(keepsUnknown ? [kept] : [])],
    },
  )
}

function versionsOf({ version, versions }: JsonObject): readonly JsonObject[] {
  if (Array.isArray(versions) && versions.length > 0) return versions.filter(isObject)
  return version === undefined ? [] : [{ name: version, served: true, storage: true }]
}

function upgradeVersion(
  { schema, subresources, additionalPrinterColumns, ...version }: JsonObject,
  shared: JsonObject,
  keepsUnknown: boolean,
): JsonObject {
  const columns = additionalPrinterColumns ?? shared['additionalPrinterColumns']
  const ownSubresources = subresources ?? shared['subresources']
  const ownSchema = schema ?? shared['validation']
  const fields = shared['selectableFields']
  return {
    ...version,
    ...(fields === undefined ? {} : { selectableFields: fields }),
    ...(ownSubresources === undefined ? {} : { subresources: ownSubresources }),
    ...(Array.isArray(columns)
      ? { additionalPrinterColumns: columns.filter(isObject).map(upgradeColumn) }
      : {}),
    schema: { openAPIV3Schema: upgradeSchema(ownSchema, keepsUnknown) },
  }
}

function upgradeColumn({ JSONPath, ...column }: JsonObject): JsonObject {
  return JSONPath === undefined ? column : { ...column, jsonPath: JSONPath }
}

/** v1 wants a schema of a type, which v1beta1 did not. */
function upgradeSchema(schema: JsonValue | undefined, keepsUnknown: boolean): JsonObject {
  const given = isObject(schema) ? schema['openAPIV3Schema'] : undefined
  const root = isObject(given) ? given : undefined
  return {
    type: 'object',
    ...root,
    ...(keepsUnknown || root === undefined ? { 'x-kubernetes-preserve-unknown-fields': true } : {}),
  }
}

function upgradeConversion(conversion: JsonValue | undefined): JsonObject | undefined {
  if (!isObject(conversion)) return undefined
  const { webhookClientConfig: clientConfig, conversionReviewVersions, ...rest } = conversion
  if (clientConfig === undefined) return rest
  const versions = conversionReviewVersions ?? ['v1beta1']
  return { ...rest, webhook: { clientConfig, conversionReviewVersions: versions } }
}
