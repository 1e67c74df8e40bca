/**
 * The entry `kops`: the types that an API's own types are written with. It holds no code: what it
 * exports is erased, and `kops manifests` knows each by name.
 */
export type {
  ApplyConfiguration,
  ApplyMetadata,
  ApplyValue,
  Keyed,
} from './apimachinery/apply-configuration.ts'
export type { JsonObject, JsonValue } from './apimachinery/json.ts'
export type {
  GroupVersionKind,
  GroupVersionResource,
  ResourceDescriptor,
  ResourceScope,
} from './apimachinery/group-version-kind.ts'
export type {
  Condition,
  CustomResource,
  LabelSelector,
  LabelSelectorRequirement,
  ManagedFieldsEntry,
  ObjectMeta,
  OwnerReference,
} from './apimachinery/object-meta.ts'
export type {
  Bytes,
  Double,
  Duration,
  Float,
  Int32,
  Int64,
  Integer,
  IntOrString,
  MicroTime,
  Quantity,
  RawExtension,
  Time,
} from './apimachinery/scalars.ts'
