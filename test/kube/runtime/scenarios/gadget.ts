import type { CustomResourceDefinition } from '../../../../src/apimachinery/custom-resource-definition.ts'
import type { ResourceDescriptor } from '../../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../../src/apimachinery/kubernetes-object.ts'
import type { ObjectMeta } from '../../../../src/apimachinery/object-meta.ts'

export interface GadgetSpec {
  /** Beyond 2^53 in most tests: a bigint there, so that what changes a number is found out. */
  readonly value: number | bigint
  readonly text?: string
}

/** The kind of the scenarios: an operator copies `spec.value` into the status. */
export interface Gadget extends KubernetesObject {
  metadata: ObjectMeta
  spec: GadgetSpec
  status?: { value?: number | bigint }
}

export function gadgetDescriptor(group = 'scenarios.kops.dev'): ResourceDescriptor<Gadget> {
  return {
    group,
    version: 'v1',
    kind: 'Gadget',
    plural: 'gadgets',
    scope: 'Namespaced',
    subresources: ['status'],
  }
}

export const Gadget = gadgetDescriptor()

const int64 = { type: 'integer', format: 'int64' } as const

export function gadgetDefinition(group: string = Gadget.group): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `gadgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: 'Gadget', listKind: 'GadgetList', plural: 'gadgets', singular: 'gadget' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: { type: 'object', properties: { value: int64, text: { type: 'string' } } },
                status: { type: 'object', properties: { value: int64 } },
              },
            },
          },
        },
      ],
    },
  }
}

/** A number that a double cannot hold, another one for each seed. */
export function bigNumber(seed: number): bigint {
  return 9_007_199_254_740_993n + 2n * BigInt(seed)
}

/** Two values of a number field, however they are held. */
export function isSameNumber(
  left: number | bigint | undefined,
  right: number | bigint | undefined,
): boolean {
  return String(left) === String(right)
}
