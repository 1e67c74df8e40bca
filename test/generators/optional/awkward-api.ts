/*
 * An API that uses what is hard to carry over: names that are no identifiers, texts that end comments and cells,
 * unions, aliases of one name, and many of Kubernetes' own types.
 */

export const groupVersion = `// +groupName=awkward.example.org
export {}
`

export const awkwardKind = String.raw`import type { Condition, CustomResource, Double, Int32, Int64, IntOrString, JsonValue, LabelSelector, Quantity, RawExtension, Time } from 'kops'
import type { DeploymentSpec } from 'kops/kubernetes/apps/v1'
import type { JobTemplateSpec } from 'kops/kubernetes/batch/v1'
import type { Container, EnvVar, PersistentVolumeClaimSpec, PodSpec as CorePodSpec, PullPolicy, ServiceSpec, Volume } from 'kops/kubernetes/core/v1'
import type { IngressSpec, NetworkPolicySpec } from 'kops/kubernetes/networking/v1'

export enum Phase { Ready = 'Ready', Failed = 'Failed' }

/** A type of the same name as one of Kubernetes. */
export interface PodSpec {
  size: Int32
}

interface Circle { kind: 'circle'; radius: Int32 }
interface Square { kind: 'square'; side: Int32; /** not the kind of an object */ deep?: { a: string }[] }

/** A box. */
interface Box<T> { value: T }

// Ends a comment: */ and a cell: | and HTML: <b>&amp;</b> and code: ${'`'}x|y${'`'}.
//
// # No heading
// - no item, __no emphasis__, see https://example.org/a_b|c.
//
// 1) last
export interface Named {
  // +kubebuilder:validation:Pattern=${'`'}^(a|b)*/\|$${'`'}
  pattern?: string
  'a-b': string
  'with space'?: Int32
  __proto__?: string
  'to/string'?: { a: string }
}

export interface AwkwardSpec {
  named: Named
  phase?: Phase
  pull?: PullPolicy
  policyOf?: Container['imagePullPolicy']
  shape?: Circle | Square
  box?: Box<string>
  otherBox?: Box<Int32>
  own?: PodSpec
  core?: CorePodSpec
  deployment?: DeploymentSpec
  job?: JobTemplateSpec
  service?: ServiceSpec
  ingress?: IngressSpec
  policy?: NetworkPolicySpec
  claim?: PersistentVolumeClaimSpec
  // +listType=map
  // +listMapKey=name
  containers?: Container[]
  // +listType=map
  // +listMapKey=name
  volumes?: Volume[]
  env?: EnvVar[]
  // +mapType=atomic
  selector?: LabelSelector
  // +listType=set
  words?: string[]
  // +listType=map
  // +listMapKey=id
  // +listMapKey=zone
  items?: { id: Int64; /** @default 'a' */ zone: string; note?: string }[]
  matrix?: Int32[][]
  map?: { [key: string]: { a: string; b?: Int32 } }
  quantities?: { [key: string]: Quantity }
  prefix?: ${'`'}x-${'$'}{string}${'`'}
  choice?: 'it\'s' | "a\\b" | 'c' | null
  number?: 1 | 2
  port?: IntOrString
  ratio?: Double
  at?: Time
  raw?: RawExtension
  json?: { [key: string]: JsonValue }
  open?: { a?: string; [key: string]: unknown }
  anything?: unknown
  // +kubebuilder:validation:EmbeddedResource
  // +kubebuilder:pruning:PreserveUnknownFields
  object?: object
  // +kubebuilder:default=9223372036854775807
  big?: Int64
}

/**
 * A kind called as a word of the language.
 */
// +kubebuilder:subresource:status
// +kubebuilder:resource:shortName=rc;rec,categories=all
// +kubebuilder:printcolumn:name="A|B",type=string,JSONPath=${'`'}.spec.named['a-b']${'`'}
// +kubebuilder:validation:XValidation:rule="!has(self.spec.words) || self.spec.words.exists(w, w == 'a|b')",message="a rule | of words"
export interface Record extends CustomResource {
  spec: AwkwardSpec
  status?: {
    // +listType=map
    // +listMapKey=type
    conditions?: Condition[]
  }
}
`
