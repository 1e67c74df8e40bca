import { describe, expect, test } from 'vitest'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import { readinessOf } from '../../../src/runtime/controller/children/readiness.ts'

type Object = TypedObject & { readonly spec?: object; readonly status?: object }

function of(apiVersion: string, kind: string, parts: Omit<Object, 'apiVersion' | 'kind'>): Object {
  return { apiVersion, kind, ...parts }
}

const metadata = { name: 'a', generation: 2 }
const deployment = (status: object, spec: object = { replicas: 3 }): Object =>
  of('apps/v1', 'Deployment', { metadata, spec, status })
const full = { observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3 }
const condition = (type: string, status: string, reason = 'Because'): object => ({
  conditions: [{ type, status, reason, message: '' }],
})

describe('readinessOf', () => {
  test.for([
    {
      what: 'a Deployment whose replicas are all new and available',
      object: deployment(full),
      state: 'ready',
    },
    {
      what: 'a Deployment of one by default',
      object: deployment({ ...full, replicas: 1, updatedReplicas: 1, availableReplicas: 1 }, {}),
      state: 'ready',
    },
    {
      what: 'a Deployment scaled to nothing',
      object: deployment({ observedGeneration: 2 }, { replicas: 0 }),
      state: 'ready',
    },
    {
      what: 'a Deployment that nobody has looked at',
      object: deployment({}, { replicas: 0 }),
      state: 'progressing',
    },
    {
      what: 'a Deployment whose newest spec is not observed',
      object: deployment({ ...full, observedGeneration: 1 }),
      state: 'progressing',
    },
    {
      what: 'a Deployment with old replicas',
      object: deployment({ ...full, replicas: 4 }),
      state: 'progressing',
    },
    {
      what: 'a Deployment that is being updated',
      object: deployment({ ...full, updatedReplicas: 2 }),
      state: 'progressing',
    },
    {
      what: 'a Deployment with replicas that are not available',
      object: deployment({ ...full, availableReplicas: 2 }),
      state: 'progressing',
    },
    {
      what: 'a Deployment past its deadline',
      object: deployment({
        observedGeneration: 2,
        ...condition('Progressing', 'False', 'ProgressDeadlineExceeded'),
      }),
      state: 'failed',
    },
    {
      what: 'a StatefulSet in its newest revision',
      object: of('apps/v1', 'StatefulSet', {
        metadata,
        spec: { replicas: 2 },
        status: {
          observedGeneration: 2,
          readyReplicas: 2,
          updatedReplicas: 2,
          currentRevision: 'b',
          updateRevision: 'b',
        },
      }),
      state: 'ready',
    },
    {
      what: 'a StatefulSet between revisions',
      object: of('apps/v1', 'StatefulSet', {
        metadata,
        spec: { replicas: 2 },
        status: {
          observedGeneration: 2,
          readyReplicas: 2,
          updatedReplicas: 2,
          currentRevision: 'a',
          updateRevision: 'b',
        },
      }),
      state: 'progressing',
    },
    {
      what: 'a StatefulSet with a partition',
      object: of('apps/v1', 'StatefulSet', {
        metadata,
        spec: { replicas: 3, updateStrategy: { rollingUpdate: { partition: 2 } } },
        status: {
          observedGeneration: 2,
          readyReplicas: 3,
          updatedReplicas: 1,
          currentRevision: 'a',
          updateRevision: 'b',
        },
      }),
      state: 'ready',
    },
    {
      what: 'a StatefulSet that is updated by hand',
      object: of('apps/v1', 'StatefulSet', {
        metadata,
        spec: { updateStrategy: { type: 'OnDelete' } },
        status: {
          observedGeneration: 2,
          readyReplicas: 1,
          currentRevision: 'a',
          updateRevision: 'b',
        },
      }),
      state: 'ready',
    },
    {
      what: 'a DaemonSet on every node',
      object: of('apps/v1', 'DaemonSet', {
        metadata,
        status: {
          observedGeneration: 2,
          desiredNumberScheduled: 2,
          updatedNumberScheduled: 2,
          numberAvailable: 2,
        },
      }),
      state: 'ready',
    },
    {
      what: 'a DaemonSet on some nodes',
      object: of('apps/v1', 'DaemonSet', {
        metadata,
        status: {
          observedGeneration: 2,
          desiredNumberScheduled: 2,
          updatedNumberScheduled: 2,
          numberAvailable: 1,
        },
      }),
      state: 'progressing',
    },
    {
      what: 'a Job that runs',
      object: of('batch/v1', 'Job', { metadata, status: { active: 1 } }),
      state: 'progressing',
    },
    {
      what: 'a Job that is complete',
      object: of('batch/v1', 'Job', { metadata, status: condition('Complete', 'True') }),
      state: 'ready',
    },
    {
      what: 'a Job that failed',
      object: of('batch/v1', 'Job', { metadata, status: condition('Failed', 'True') }),
      state: 'failed',
    },
    {
      what: 'a Service',
      object: of('v1', 'Service', { metadata, spec: { type: 'ClusterIP' }, status: {} }),
      state: 'ready',
    },
    {
      what: 'a Service that waits for its load balancer',
      object: of('v1', 'Service', {
        metadata,
        spec: { type: 'LoadBalancer' },
        status: { loadBalancer: {} },
      }),
      state: 'progressing',
    },
    {
      what: 'a Service with a load balancer',
      object: of('v1', 'Service', {
        metadata,
        spec: { type: 'LoadBalancer' },
        status: { loadBalancer: { ingress: [{}] } },
      }),
      state: 'ready',
    },
    {
      what: 'a claim that is bound',
      object: of('v1', 'PersistentVolumeClaim', { metadata, status: { phase: 'Bound' } }),
      state: 'ready',
    },
    {
      what: 'a claim that is not',
      object: of('v1', 'PersistentVolumeClaim', { metadata, status: { phase: 'Pending' } }),
      state: 'progressing',
    },
    {
      what: 'a claim that lost its volume',
      object: of('v1', 'PersistentVolumeClaim', { metadata, status: { phase: 'Lost' } }),
      state: 'failed',
    },
    {
      what: 'a Pod that is ready',
      object: of('v1', 'Pod', {
        metadata: { name: 'a' },
        status: { phase: 'Running', ...condition('Ready', 'True') },
      }),
      state: 'ready',
    },
    {
      what: 'a Pod that is not',
      object: of('v1', 'Pod', {
        metadata: { name: 'a' },
        status: { phase: 'Running', ...condition('Ready', 'False') },
      }),
      state: 'progressing',
    },
    {
      what: 'a Pod that is done',
      object: of('v1', 'Pod', { metadata: { name: 'a' }, status: { phase: 'Succeeded' } }),
      state: 'ready',
    },
    {
      what: 'a Pod that failed',
      object: of('v1', 'Pod', { metadata: { name: 'a' }, status: { phase: 'Failed' } }),
      state: 'failed',
    },
    {
      what: 'anything without a status',
      object: of('v1', 'ConfigMap', { metadata }),
      state: 'ready',
    },
    {
      what: 'a custom resource that says Ready',
      object: of('a.example.org/v1', 'Deployment', {
        metadata,
        status: condition('Ready', 'True'),
      }),
      state: 'ready',
    },
    {
      what: 'a custom resource that says it is not',
      object: of('a.example.org/v1', 'Deployment', {
        metadata,
        status: condition('Ready', 'False'),
      }),
      state: 'progressing',
    },
    {
      what: 'a custom resource whose status is old',
      object: of('a.example.org/v1', 'X', {
        metadata,
        status: { observedGeneration: 1, ...condition('Ready', 'True') },
      }),
      state: 'progressing',
    },
    {
      what: 'what is being deleted',
      object: of('v1', 'ConfigMap', {
        metadata: { name: 'a', deletionTimestamp: '2026-01-01T00:00:00Z' },
      }),
      state: 'progressing',
    },
  ])('$what is $state', ({ object, state }) => {
    const readiness = readinessOf(object)
    expect([readiness.state, readiness.message === '']).toEqual([state, state === 'ready'])
  })
})
