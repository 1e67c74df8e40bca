/*
 * What `apiextensions.k8s.io/v1` knows of a CustomResourceDefinition: every field, its type, and whether Go's encoder
 * leaves its empty value out. A field that is not here is unknown to the API server.
 */

/** The shape of one value. */
export type Shape =
  | { readonly is: 'string' | 'boolean' | 'integer' | 'number' | 'any'; readonly keepsEmpty?: true }
  | { readonly is: 'object'; readonly fields: () => Fields; readonly keepsEmpty?: true }
  | { readonly is: 'list'; readonly of: Shape; readonly keepsEmpty?: true }
  | { readonly is: 'map'; readonly of: Shape; readonly keepsEmpty?: true }
  | { readonly is: 'schema-or-boolean' | 'schema-or-list'; readonly keepsEmpty: true }

export type Fields = Readonly<Record<string, Shape>>

const text: Shape = { is: 'string' }
const requiredText: Shape = { is: 'string', keepsEmpty: true }
const flag: Shape = { is: 'boolean' }
const requiredFlag: Shape = { is: 'boolean', keepsEmpty: true }
const bound: Shape = { is: 'number', keepsEmpty: true }
const count: Shape = { is: 'integer', keepsEmpty: true }
const anything: Shape = { is: 'any', keepsEmpty: true }
const texts: Shape = { is: 'list', of: requiredText }
const textMap: Shape = { is: 'map', of: requiredText }

function object(fields: Fields): Shape {
  return { is: 'object', fields: () => fields, keepsEmpty: true }
}

/** A schema, from whose fields it is read when it is needed: schemas hold schemas. */
export const schemaShape: Shape = { is: 'object', fields: () => schemaFields, keepsEmpty: true }
const schemas: Shape = { is: 'list', of: schemaShape }
const schemaMap: Shape = { is: 'map', of: schemaShape }

const schemaFields: Fields = {
  id: text,
  $schema: text,
  $ref: requiredText,
  description: text,
  type: text,
  format: text,
  title: text,
  default: anything,
  maximum: bound,
  exclusiveMaximum: flag,
  minimum: bound,
  exclusiveMinimum: flag,
  maxLength: count,
  minLength: count,
  pattern: text,
  maxItems: count,
  minItems: count,
  uniqueItems: flag,
  multipleOf: bound,
  enum: { is: 'list', of: anything },
  maxProperties: count,
  minProperties: count,
  required: texts,
  items: { is: 'schema-or-list', keepsEmpty: true },
  allOf: schemas,
  oneOf: schemas,
  anyOf: schemas,
  not: schemaShape,
  properties: schemaMap,
  additionalProperties: { is: 'schema-or-boolean', keepsEmpty: true },
  patternProperties: schemaMap,
  dependencies: { is: 'map', of: anything },
  additionalItems: { is: 'schema-or-boolean', keepsEmpty: true },
  definitions: schemaMap,
  externalDocs: object({ description: text, url: text }),
  example: anything,
  nullable: flag,
  'x-kubernetes-preserve-unknown-fields': requiredFlag,
  'x-kubernetes-embedded-resource': flag,
  'x-kubernetes-int-or-string': flag,
  'x-kubernetes-list-map-keys': texts,
  'x-kubernetes-list-type': requiredText,
  'x-kubernetes-map-type': requiredText,
  'x-kubernetes-validations': {
    is: 'list',
    of: object({
      rule: requiredText,
      message: text,
      messageExpression: text,
      reason: requiredText,
      fieldPath: text,
      optionalOldSelf: requiredFlag,
    }),
  },
}

const subresources = object({
  status: object({}),
  scale: object({
    specReplicasPath: requiredText,
    statusReplicasPath: requiredText,
    labelSelectorPath: requiredText,
  }),
})

const columnFields: Fields = {
  name: requiredText,
  type: requiredText,
  format: text,
  description: text,
  priority: { is: 'integer' },
}

const versionFields: Fields = {
  name: requiredText,
  served: requiredFlag,
  storage: requiredFlag,
  deprecated: flag,
  deprecationWarning: requiredText,
  schema: object({ openAPIV3Schema: schemaShape }),
  subresources,
  selectableFields: { is: 'list', of: object({ jsonPath: requiredText }) },
}

const webhookClient = object({
  url: requiredText,
  service: object({
    namespace: requiredText,
    name: requiredText,
    path: requiredText,
    port: count,
  }),
  caBundle: text,
})

const names = object({
  plural: requiredText,
  singular: text,
  shortNames: texts,
  kind: requiredText,
  listKind: text,
  categories: texts,
})

const metadata = object({ name: requiredText, labels: textMap, annotations: textMap })

/** Beside what every object has: `apiVersion`, `kind`, the rest of `metadata`, and `status`. */
export const crdShapes = {
  v1: object({
    metadata,
    spec: object({
      group: requiredText,
      names,
      scope: requiredText,
      versions: {
        is: 'list',
        of: object({
          ...versionFields,
          additionalPrinterColumns: {
            is: 'list',
            of: object({ ...columnFields, jsonPath: requiredText }),
          },
        }),
      },
      conversion: object({
        strategy: requiredText,
        webhook: object({ clientConfig: webhookClient, conversionReviewVersions: texts }),
      }),
      preserveUnknownFields: flag,
    }),
  }),
  v1beta1: object({
    metadata,
    spec: object({
      group: requiredText,
      names,
      scope: text,
      version: text,
      validation: object({ openAPIV3Schema: schemaShape }),
      subresources,
      additionalPrinterColumns: {
        is: 'list',
        of: object({ ...columnFields, JSONPath: requiredText }),
      },
      selectableFields: { is: 'list', of: object({ jsonPath: requiredText }) },
      versions: {
        is: 'list',
        of: object({
          ...versionFields,
          additionalPrinterColumns: {
            is: 'list',
            of: object({ ...columnFields, JSONPath: requiredText }),
          },
        }),
      },
      conversion: object({
        strategy: requiredText,
        webhookClientConfig: webhookClient,
        conversionReviewVersions: texts,
      }),
      preserveUnknownFields: requiredFlag,
    }),
  }),
} as const
