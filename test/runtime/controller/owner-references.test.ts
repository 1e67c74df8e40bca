import { describe, expect, test } from 'vitest'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import {
  controllerOf,
  hasControllerReference,
  hasOwnerReference,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
} from '../../../src/runtime/controller/owner-references.ts'
import { App, object } from './controller-bench.ts'

function owner(name: string, apiVersion = 'apps.example.org/v1'): TypedObject {
  return { apiVersion, kind: 'App', ...object(name, { uid: `uid-${name}` }) }
}

const reference = { apiVersion: 'apps.example.org/v1', kind: 'App', name: 'a', uid: 'uid-a' }

describe('setControllerReference', () => {
  test('makes the owner the managing controller that waits for its children', () => {
    const child = object('child')
    setControllerReference(owner('a'), child)
    expect(child.metadata.ownerReferences).toEqual([
      { ...reference, controller: true, blockOwnerDeletion: true },
    ])
    expect(controllerOf(child)?.name).toBe('a')
  })

  test('takes the kind from a descriptor where the owner does not say it', () => {
    const child = object('child')
    setControllerReference(object('a', { uid: 'uid-a' }), child, {
      ownerKind: App,
      blockOwnerDeletion: false,
    })
    expect(child.metadata.ownerReferences).toEqual([
      { ...reference, controller: true, blockOwnerDeletion: false },
    ])
  })

  test('replaces the same owner, in another version and with another uid', () => {
    const child = object('child', {
      ownerReferences: [
        { ...reference, apiVersion: 'apps.example.org/v1beta1', uid: 'old', controller: true },
      ],
    })
    setControllerReference(owner('a'), child)
    expect(child.metadata.ownerReferences).toHaveLength(1)
    expect(child.metadata.ownerReferences?.[0]).toMatchObject(reference)
  })

  test.for([
    {
      what: 'an object that another controller manages',
      by: owner('b'),
      child: object('child', { ownerReferences: [{ ...reference, controller: true }] }),
      error: 'AlreadyOwnedError',
    },
    {
      what: 'an object in another namespace',
      by: owner('a'),
      child: object('other/child'),
      error: 'InvalidOwnerError',
    },
    {
      what: 'a cluster-scoped object',
      by: owner('a'),
      child: { metadata: { name: 'child' } },
      error: 'InvalidOwnerError',
    },
    {
      what: 'an owner that the server does not have',
      by: { ...owner('a'), metadata: { name: 'a', namespace: 'default' } },
      child: object('child'),
      error: 'InvalidOwnerError',
    },
    {
      what: 'an owner of an unknown kind',
      by: object('a', { uid: 'uid-a' }),
      child: object('child'),
      error: 'InvalidOwnerError',
    },
  ])('refuses $what', ({ by, child, error }) => {
    const before = structuredClone(child)
    expect(() => setControllerReference(by, child)).toThrow(
      expect.objectContaining({ name: error }),
    )
    expect(child).toEqual(before)
  })

  test('a cluster-scoped owner may own what is in a namespace', () => {
    const child = object('child')
    setControllerReference({ ...owner('a'), metadata: { name: 'a', uid: 'uid-a' } }, child)
    expect(hasControllerReference(child)).toBe(true)
  })
})

describe('other owners', () => {
  test('stand beside the controller, and go one by one', () => {
    const child = object('child')
    setControllerReference(owner('a'), child)
    setOwnerReference(owner('b'), child)
    setOwnerReference(owner('b', 'apps.example.org/v2'), child)
    expect(
      child.metadata.ownerReferences?.map(({ name, apiVersion }) => [name, apiVersion]),
    ).toEqual([
      ['a', 'apps.example.org/v1'],
      ['b', 'apps.example.org/v2'],
    ])
    expect([hasOwnerReference(owner('b'), child), hasOwnerReference(owner('c'), child)]).toEqual([
      true,
      false,
    ])
    expect([
      removeControllerReference(owner('b'), child),
      removeOwnerReference(owner('b'), child),
    ]).toEqual([false, true])
    expect([
      removeControllerReference(owner('a'), child),
      removeOwnerReference(owner('a'), child),
    ]).toEqual([true, false])
    expect([hasControllerReference(child), child.metadata.ownerReferences]).toEqual([false, []])
  })
})
