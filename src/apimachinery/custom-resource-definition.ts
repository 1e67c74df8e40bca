import type { JsonValue } from './json.ts'
import type { ResourceScope } from './group-version-kind.ts'

/** A CEL rule of a schema, `x-kubernetes-validations`. */
export interface ValidationRule {
  rule: string
  message?: string
  messageExpression?: string
  reason?: string
  fieldPath?: string
  optionalOldSelf?: boolean
}

/**
 * A structural OpenAPI v3 schema, field by field what `apiextensions.k8s.io/v1` calls JSONSchemaProps.
 * Numbers may be `bigint` where a double cannot hold them.
 */
export interface JSONSchemaProps {
  description?: string
  type?: string
  format?: string
  title?: string
  default?: JsonValue
  example?: JsonValue
  externalDocs?: { url: string; description?: string }
  nullable?: boolean
  enum?: JsonValue[]
  minimum?: number | bigint
  maximum?: number | bigint
  exclusiveMinimum?: boolean
  exclusiveMaximum?: boolean
  multipleOf?: number | bigint
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minProperties?: number
  maxProperties?: number
  required?: string[]
  items?: JSONSchemaProps
  properties?: Record<string, JSONSchemaProps>
  additionalProperties?: JSONSchemaProps | boolean
  allOf?: JSONSchemaProps[]
  anyOf?: JSONSchemaProps[]
  oneOf?: JSONSchemaProps[]
  not?: JSONSchemaProps
  'x-kubernetes-preserve-unknown-fields'?: boolean
  'x-kubernetes-embedded-resource'?: boolean
  'x-kubernetes-int-or-string'?: boolean
  'x-kubernetes-list-type'?: string
  'x-kubernetes-list-map-keys'?: string[]
  'x-kubernetes-map-type'?: string
  'x-kubernetes-validations'?: ValidationRule[]
}

export interface PrinterColumn {
  name: string
  type: string
  jsonPath: string
  format?: string
  description?: string
  priority?: number
}

export interface CustomResourceDefinitionVersion {
  name: string
  served: boolean
  storage: boolean
  deprecated?: boolean
  deprecationWarning?: string
  schema: { openAPIV3Schema: JSONSchemaProps }
  subresources?: {
    status?: Record<string, never>
    scale?: { specReplicasPath: string; statusReplicasPath: string; labelSelectorPath?: string }
  }
  selectableFields?: { jsonPath: string }[]
  additionalPrinterColumns?: PrinterColumn[]
}

/** The service in the cluster, or the URL, that the API server calls a webhook at. */
export interface WebhookClientConfig {
  caBundle?: string
  service?: { name: string; namespace: string; path?: string; port?: number }
  url?: string
}

/** How objects get from one version to another. */
export interface CustomResourceConversion {
  strategy: 'None' | 'Webhook'
  webhook?: { clientConfig?: WebhookClientConfig; conversionReviewVersions: string[] }
}

/** `apiextensions.k8s.io/v1` CustomResourceDefinition, as far as kops writes it. */
export interface CustomResourceDefinition {
  apiVersion: 'apiextensions.k8s.io/v1'
  kind: 'CustomResourceDefinition'
  metadata: {
    name: string
    annotations?: Record<string, string>
    labels?: Record<string, string>
  }
  spec: {
    conversion?: CustomResourceConversion
    group: string
    names: {
      categories?: string[]
      kind: string
      listKind: string
      plural: string
      shortNames?: string[]
      singular: string
    }
    scope: ResourceScope
    versions: CustomResourceDefinitionVersion[]
  }
}
