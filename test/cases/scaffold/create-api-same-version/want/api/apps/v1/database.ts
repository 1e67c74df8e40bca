// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import type { Condition, CustomResource, Int32 } from 'kops'

/** Desired state of a Database. */
export interface DatabaseSpec {
  /** Container image to run. */
  // +kubebuilder:validation:Pattern=`^[^\s]+$`
  image: string

  /**
   * Number of pods.
   * @minimum 0
   * @default 1
   */
  replicas?: Int32
}

/** Observed state of a Database. */
export interface DatabaseStatus {
  /** Number of pods that are ready. */
  readyReplicas?: Int32

  /** What is known of its state: Ready says whether it does its work. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[]
}

/** Database runs a container image. */
// +kubebuilder:storageversion
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=databanks
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface Database extends CustomResource {
  spec: DatabaseSpec
  status?: DatabaseStatus
}
