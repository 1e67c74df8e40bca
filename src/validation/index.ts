/**
 * The entry `kops/validation`: what the API server says of an object by its schema, without a server. The validators
 * that `kops generate` writes are made of it.
 */
export type {
  CustomResourceDefinitionVersion,
  JSONSchemaProps,
  ValidationRule,
} from '../apimachinery/custom-resource-definition.ts'
export type { FieldError, FieldErrorReason } from '../apimachinery/field-error.ts'
export type { GroupVersionKind } from '../apimachinery/group-version-kind.ts'
export type { JsonObject, JsonValue } from '../apimachinery/json.ts'
export type { UncheckedRule } from '../apiextensions/values/check-rules.ts'
export {
  ResourceValidator,
  type ValidatedKind,
  type ValidateOptions,
  type Verdict,
} from '../apiextensions/values/resource-validator.ts'
