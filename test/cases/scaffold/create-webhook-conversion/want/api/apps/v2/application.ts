// Copyright Jane Doe
// SPDX-License-Identifier: Apache-2.0

import type { Condition, CustomResource, Int32 } from 'kops'

/** Desired state of an Application. */
export interface ApplicationSpec {
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

/** Observed state of an Application. */
export interface ApplicationStatus {
  /** Number of pods that are ready. */
  readyReplicas?: Int32

  /** What is known of its state: Ready says whether it does its work. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[]
}

/** Application runs a container image. */
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="Ready",type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
export interface Application extends CustomResource {
  spec: ApplicationSpec
  status?: ApplicationStatus
}
