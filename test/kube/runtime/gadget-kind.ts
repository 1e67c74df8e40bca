import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'

export interface Gadget extends KubernetesObject {
  spec?: { color?: string; size?: number }
  status?: { ready?: boolean }
}

/** A kind of its own for each test file, so that one may remove it. */
export function gadgetKind(group: string): ResourceDescriptor<Gadget> {
  return {
    group,
    version: 'v1',
    kind: 'Gadget',
    plural: 'gadgets',
    scope: 'Namespaced',
    subresources: ['status'],
  }
}

export function gadgetDefinition(group: string): CustomResourceDefinition {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `gadgets.${group}` },
    spec: {
      group,
      names: { kind: 'Gadget', listKind: 'GadgetList', plural: 'gadgets', singular: 'gadget' },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          subresources: { status: {} },
          schema: {
            openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
        },
      ],
    },
  }
}

export function newGadget(
  gadgets: ResourceDescriptor<Gadget>,
  name: string,
  more: Partial<Gadget> = {},
): Gadget {
  const { metadata, ...rest } = more
  return {
    apiVersion: `${gadgets.group}/v1`,
    kind: 'Gadget',
    ...rest,
    metadata: { namespace: 'default', name, ...metadata },
  }
}
