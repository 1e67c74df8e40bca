import type { MarkerDefinition, MarkerTarget } from '../marker.ts'
import { row, value } from './row.ts'

const anything = value('raw', 'as its own tool reads it', { optional: true })

interface GoRow extends Partial<MarkerDefinition> {
  readonly doc: string
}

/**
 * A marker that steers a tool for Go. kops takes it wherever it stands and with any argument, so that
 * sources carried over from Go need no change.
 */
export function goRow(
  name: string,
  targets: readonly MarkerTarget[],
  details: GoRow,
): MarkerDefinition {
  return row(name, { targets, class: 'go', arguments: anything, repeatable: true, ...details })
}

const flagOnly = { arguments: [] } as const
const boolean = { arguments: value('boolean', 'true or false') } as const

/** Markers of controller-gen's and code-generator's Go outputs. */
export const goCodeDefinitions: readonly MarkerDefinition[] = [
  goRow('kubebuilder:object:generate', ['package', 'type'], {
    ...boolean,
    doc: 'Go only: whether DeepCopy methods are written.',
    example: '+kubebuilder:object:generate=true',
  }),
  goRow('kubebuilder:object:root', ['type'], {
    ...boolean,
    doc: 'Go only: the type is a runtime.Object. In TypeScript a kind is what extends `CustomResource`.',
    example: '+kubebuilder:object:root=true',
  }),
  goRow('k8s:deepcopy-gen', ['package', 'type'], {
    arguments: value('raw', '`package`, `true` or `false`'),
    doc: 'Go only: whether DeepCopy methods are written.',
    example: '+k8s:deepcopy-gen=package',
    deprecated: 'kubebuilder:object:generate',
  }),
  goRow('k8s:deepcopy-gen:interfaces', ['type'], {
    arguments: value('string', 'Go interfaces'),
    doc: 'Go only: interfaces whose deep copy is written.',
    example: '+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object',
    deprecated: 'kubebuilder:object:root',
  }),
  goRow('k8s:deepcopy-gen:nonpointer-interfaces', ['type'], {
    doc: 'Go only: the interfaces are met by the value and not by its pointer.',
    example: '+k8s:deepcopy-gen:nonpointer-interfaces=true',
  }),
  goRow('kubebuilder:ac:generate', ['package', 'type'], {
    ...boolean,
    doc: 'Go only: whether apply configurations are written.',
    example: '+kubebuilder:ac:generate=true',
  }),
  goRow('kubebuilder:ac:output:package', ['package'], {
    arguments: value('string', 'a Go package'),
    doc: 'Go only: the package of the apply configurations.',
    example: '+kubebuilder:ac:output:package="applyconfiguration"',
  }),
  goRow('k8s:conversion-gen', ['package', 'type'], {
    doc: 'Go only: whether conversion functions are written.',
    example: '+k8s:conversion-gen=false',
  }),
  goRow('k8s:conversion-gen:explicit-from', ['type'], {
    doc: 'Go only: a type that conversion functions start from.',
    example: '+k8s:conversion-gen:explicit-from=net/url.Values',
  }),
  goRow('k8s:conversion-gen-external-types', ['package'], {
    doc: 'Go only: the package of the types that are converted.',
    example: '+k8s:conversion-gen-external-types=example.com/api/v1',
  }),
  goRow('k8s:conversion-fn', ['type'], {
    doc: 'Go only: a function that conversion uses or leaves out.',
    example: '+k8s:conversion-fn=drop',
  }),
  goRow('k8s:defaulter-gen', ['package', 'type'], {
    doc: 'Go only: whether defaulting functions are written.',
    example: '+k8s:defaulter-gen=TypeMeta',
  }),
  goRow('k8s:defaulter-gen-input', ['package'], {
    doc: 'Go only: the package of the types that get defaults.',
    example: '+k8s:defaulter-gen-input=example.com/api/v1',
  }),
  goRow('k8s:openapi-gen', ['package', 'type'], {
    doc: 'Go only: whether OpenAPI definitions are written.',
    example: '+k8s:openapi-gen=true',
  }),
  goRow('k8s:openapi-model-package', ['package'], {
    doc: 'Go only: the name of the package in OpenAPI definitions.',
    example: '+k8s:openapi-model-package=io.k8s.api.core.v1',
  }),
  goRow('k8s:protobuf-gen', ['package', 'type'], {
    doc: 'Go only: whether protobuf messages are written.',
    example: '+k8s:protobuf-gen=package',
  }),
  goRow('k8s:register-gen', ['package'], {
    doc: 'Go only: whether registration functions are written.',
    example: '+k8s:register-gen=package',
  }),
  goRow('k8s:prerelease-lifecycle-gen', ['package', 'type'], {
    doc: 'Go only: whether methods about the life of an API are written.',
    example: '+k8s:prerelease-lifecycle-gen=true',
  }),
  ...(['introduced', 'deprecated', 'removed'] as const).map((event) =>
    goRow(`k8s:prerelease-lifecycle-gen:${event}`, ['type'], {
      doc: `Go only: the Kubernetes release in which the type was ${event}.`,
      example: `+k8s:prerelease-lifecycle-gen:${event}=1.19`,
    }),
  ),
  goRow('k8s:prerelease-lifecycle-gen:replacement', ['type'], {
    doc: 'Go only: the kind that replaces the type.',
    example: '+k8s:prerelease-lifecycle-gen:replacement=apps,v1,Deployment',
  }),
  goRow('protobuf', ['type', 'field'], {
    doc: 'Go only: whether the type has a protobuf message.',
    example: '+protobuf=false',
  }),
  goRow('protobuf.nullable', ['type', 'field'], {
    doc: 'Go only: the protobuf message may be missing.',
    example: '+protobuf.nullable=true',
  }),
  goRow('protobuf.embed', ['type'], {
    doc: 'Go only: how the protobuf message is embedded.',
    example: '+protobuf.embed=string',
  }),
  goRow('protobuf.as', ['type'], {
    doc: 'Go only: the protobuf message that stands for the type.',
    example: '+protobuf.as=Timestamp',
  }),
  goRow('protobuf.options.marshal', ['type'], {
    doc: 'Go only: whether the type has protobuf methods.',
    example: '+protobuf.options.marshal=false',
  }),
  goRow('protobuf.options.', ['type', 'field'], {
    doc: 'Go only: an option of the protobuf message.',
    example: '+protobuf.options.(gogoproto.goproto_stringer)=false',
  }),
  goRow('build', ['package'], {
    doc: 'Go only: a build constraint.',
    example: '+build !ignore_autogenerated',
  }),
]

/** Remarks that Kubernetes' own sources carry, for people and for their linters. */
export const goRemarkDefinitions: readonly MarkerDefinition[] = [
  goRow('enum', ['type'], {
    ...flagOnly,
    doc: 'Go only: the constants of the type are its values. In TypeScript a union of literals is.',
  }),
  goRow('union', ['type', 'field'], {
    ...flagOnly,
    doc: 'Go only: one property of the object is set. In TypeScript a union of object types is.',
  }),
  goRow('unionDiscriminator', ['field'], {
    ...flagOnly,
    doc: 'Go only: the field tells which property of a union is set.',
  }),
  goRow('oneOf', ['field'], {
    doc: 'Go only: a remark that one field of the named union is set.',
    example: '+oneOf=Source',
    instead: 'kubebuilder:validation:ExactlyOneOf',
  }),
  goRow('zeroOrOneOf', ['field'], {
    doc: 'Go only: a remark that at most one field of the named union is set.',
    example: '+zeroOrOneOf=Source',
    instead: 'kubebuilder:validation:AtMostOneOf',
  }),
  goRow('patchStrategy', ['field'], {
    doc: "Go only: how kubectl's strategic merge patch treats a list. Custom resources do not have it.",
    example: '+patchStrategy=merge',
  }),
  goRow('patchMergeKey', ['field'], {
    doc: "Go only: the key by which kubectl's strategic merge patch matches items.",
    example: '+patchMergeKey=name',
  }),
  goRow('featureGate', ['type', 'field'], {
    doc: 'Go only: the feature gates of Kubernetes that the field belongs to.',
    example: '+featureGate=InPlacePodVerticalScaling',
  }),
  goRow('deprecated', ['type', 'field'], {
    doc: 'Go only: a remark. `@deprecated` in a JSDoc comment has an effect.',
    example: '+deprecated',
  }),
  goRow('domain', ['package'], {
    doc: 'Go only: the domain of a group, from the first kubebuilder.',
    example: '+domain=my.domain',
  }),
  goRow('gencrdrefdocs:force', ['package'], {
    doc: 'Go only: writes reference documentation for the package.',
    example: '+gencrdrefdocs:force',
  }),
]
