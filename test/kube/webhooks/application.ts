import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import { fieldPath } from '../../../src/apimachinery/field-path.ts'
import { invalid, required } from '../../../src/apimachinery/field-error.ts'
import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { Manager } from '../../../src/runtime/manager/manager.ts'
import { newConversion } from '../../../src/runtime/webhook/conversion/conversion-builder.ts'
import { newWebhook } from '../../../src/runtime/webhook/webhook-builder.ts'
import type { WebhookConfiguration } from '../../../src/testing/index.ts'

/*
 * An API of three versions whose hub is v1: v1alpha1 has the image as one text, v1beta1 has no ports, and both lack the
 * budget. What a version cannot hold waits in an annotation.
 */

export interface ApplicationV1 extends KubernetesObject {
  spec: {
    image: { repository: string; tag: string }
    replicas: number
    ports: number[]
    /** 64 bits. */
    budget?: number | bigint
  }
}

export interface ApplicationV1Beta1 extends KubernetesObject {
  spec: { image: { repository: string; tag: string }; replicas: number }
}

export interface ApplicationV1Alpha1 extends KubernetesObject {
  spec: { image: string; replicas: number }
}

export const versions = ['v1', 'v1beta1', 'v1alpha1'] as const
export type Version = (typeof versions)[number]

/** Each test file has a group of its own. */
export class ApplicationKind {
  readonly group: string

  constructor(group: string) {
    this.group = group
  }

  get name(): string {
    return `applications.${this.group}`
  }

  descriptor<T extends KubernetesObject>(version: Version): ResourceDescriptor<T> {
    const { group } = this
    return { group, version, kind: 'Application', plural: 'applications', scope: 'Namespaced', subresources: [] } // prettier-ignore
  }

  /** Objects are stored in `stored`. */
  definition(stored: Version, served: readonly Version[] = versions): CustomResourceDefinition {
    const service = { name: 'webhook-service', namespace: 'system', path: '/convert' }
    return {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: this.name },
      spec: {
        group: this.group,
        conversion: {
          strategy: 'Webhook',
          webhook: { clientConfig: { service }, conversionReviewVersions: ['v1'] },
        },
        names: {
          kind: 'Application',
          listKind: 'ApplicationList',
          plural: 'applications',
          singular: 'application',
        },
        scope: 'Namespaced',
        versions: served.map((name) => ({
          name,
          served: true,
          storage: name === stored,
          schema: {
            openAPIV3Schema: {
              type: 'object',
              properties: {
                spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
              },
            },
          },
        })),
      },
    }
  }

  /** Webhooks for all versions, judged as v1. */
  configurations(): WebhookConfiguration[] {
    const sorts = ['Mutating', 'Validating'] as const
    return sorts.map((sort) => {
      const verb = sort === 'Mutating' ? 'mutate' : 'validate'
      const path = `/${verb}-${this.group.replaceAll('.', '-')}-v1-application`
      return {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: `${sort}WebhookConfiguration`,
        metadata: { name: `${verb}-${this.group}` },
        webhooks: [
          {
            name: `${verb}.${this.group}`,
            clientConfig: { service: { name: 'webhook-service', namespace: 'system', path } },
            rules: [
              {
                apiGroups: [this.group],
                apiVersions: ['v1'],
                operations: ['CREATE', 'UPDATE'],
                resources: ['applications'],
              },
            ],
            failurePolicy: 'Fail',
            sideEffects: 'None',
            admissionReviewVersions: ['v1'],
          },
        ],
      }
    })
  }

  /** Serves defaulting, validation and conversion. */
  serve(manager: Pick<Manager, 'logger' | 'metrics' | 'webhookServer'>): void {
    const hub = this.descriptor<ApplicationV1>('v1')
    newWebhook(manager)
      .for(hub)
      .withDefaulter({
        default({ spec }) {
          spec.image.tag ||= 'latest'
          spec.ports ??= [80]
        },
      })
      .withValidator({
        validateCreate: judge,
        validateUpdate: (_before, after) => judge(after),
        validateDelete: () => undefined,
      })
      .complete()
    newConversion(manager)
      .hub(hub)
      .spoke(this.descriptor<ApplicationV1Beta1>('v1beta1'), beta(this.group))
      .spoke(this.descriptor<ApplicationV1Alpha1>('v1alpha1'), alpha(this.group))
      .complete()
  }
}

function judge({ spec }: ApplicationV1) {
  const path = fieldPath('spec')
  const errors = [
    ...(spec.image.repository === '' ? [required(path.child('image').child('repository'))] : []),
    ...(spec.replicas > 100 ? [invalid(path.child('replicas'), spec.replicas, 'at most 100')] : []),
  ]
  return { errors, warnings: spec.image.tag === 'latest' ? ['the tag `latest` moves'] : [] }
}

const lost = 'example.com/lost-fields'

type Lost = Partial<ApplicationV1['spec']>

/** Takes what the hub alone holds from the annotation where a spoke keeps it. */
function recover({ annotations = {}, ...metadata }: KubernetesObject['metadata']) {
  const { [lost]: text = '{}', ...rest } = annotations
  // The budget is kept as text: JSON.parse would round it.
  const { budget, ...kept } = JSON.parse(text) as Omit<Lost, 'budget'> & { budget?: string }
  const fields: Lost = { ...kept, ...(budget !== undefined && { budget: BigInt(budget) }) }
  const isEmpty = Object.keys(rest).length === 0
  return { fields, metadata: isEmpty ? metadata : { ...metadata, annotations: rest } }
}

/** Keeps what a spoke cannot hold. */
function keep(metadata: KubernetesObject['metadata'], { budget, ...rest }: Lost) {
  const kept = { ...rest, ...(budget !== undefined && { budget: String(budget) }) }
  return {
    ...metadata,
    annotations: { ...metadata.annotations, [lost]: JSON.stringify(kept) },
  }
}

function beta(group: string) {
  return {
    convertTo({ metadata: given, spec, ...rest }: ApplicationV1Beta1): ApplicationV1 {
      const { fields, metadata } = recover(given)
      return { ...rest, apiVersion: `${group}/v1`, metadata, spec: { ports: [], ...spec, ...fields } }
    },
    convertFrom({ metadata, spec, ...rest }: ApplicationV1): ApplicationV1Beta1 {
      const { image, replicas, ...alone } = spec
      return {
        ...rest,
        apiVersion: `${group}/v1beta1`,
        metadata: keep(metadata, alone),
        spec: { image, replicas },
      }
    },
  } // prettier-ignore
}

function alpha(group: string) {
  return {
    convertTo({ metadata: given, spec, ...rest }: ApplicationV1Alpha1): ApplicationV1 {
      const { fields, metadata } = recover(given)
      const [repository = '', tag = ''] = spec.image.split(':')
      const image = { repository, tag }
      const { replicas } = spec
      return { ...rest, apiVersion: `${group}/v1`, metadata, spec: { ports: [], ...fields, image, replicas } }
    },
    convertFrom({ metadata, spec, ...rest }: ApplicationV1): ApplicationV1Alpha1 {
      const { image, replicas, ...alone } = spec
      const text = `${image.repository}:${image.tag}`
      return {
        ...rest,
        apiVersion: `${group}/v1alpha1`,
        metadata: keep(metadata, alone),
        spec: { image: text, replicas },
      }
    },
  } // prettier-ignore
}
