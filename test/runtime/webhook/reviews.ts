import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import { renderJson } from '../../../src/apimachinery/json-text.ts'
import type { ObjectMeta } from '../../../src/apimachinery/object-meta.ts'

/** The kind of these tests. */
export interface Application {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
  spec: { image: string; replicas?: number; generation?: number | bigint; ports?: number[] }
}

export const Application: ResourceDescriptor<Application> = {
  group: 'apps.my.domain',
  version: 'v1',
  kind: 'Application',
  plural: 'applications',
  scope: 'Namespaced',
  subresources: ['status'],
}

export const mutatePath = '/mutate-apps-my-domain-v1-application'
export const validatePath = '/validate-apps-my-domain-v1-application'

export function newApplication(spec: Partial<Application['spec']> = {}): Application {
  return {
    apiVersion: 'apps.my.domain/v1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'default' },
    spec: { image: 'shop:1', ...spec },
  }
}

/** What an API server asks about an Application. */
export function newRequest(more: Readonly<Record<string, unknown>> = {}): object {
  const { group, version, kind, plural } = Application
  return {
    uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
    kind: { group, version, kind },
    resource: { group, version, resource: plural },
    name: 'shop',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'admin', groups: ['system:authenticated'] },
    object: newApplication(),
    oldObject: null,
    dryRun: false,
    options: { apiVersion: 'meta.k8s.io/v1', kind: 'CreateOptions' },
    ...more,
  }
}

/** An AdmissionReview as an API server sends it. */
export function newReview(more: Readonly<Record<string, unknown>> = {}): string {
  const head = { kind: 'AdmissionReview', apiVersion: 'admission.k8s.io/v1' }
  return renderJson({ ...head, request: newRequest(more) })
}

export const requestUid = '705ab4f5-6393-11e8-b7cc-42010a800002'
