import { describe, expect, test } from 'vitest'
import type { TypedObject } from '../../../src/runtime/client/client.ts'
import type { ObjectEvent } from '../../../src/runtime/controller/object-event.ts'
import {
  and,
  annotationChanged,
  generationChanged,
  labelChanged,
  labelSelector,
  not,
  objectPredicate,
  or,
  predicateFunctions,
  resourceVersionChanged,
  type Predicate,
} from '../../../src/runtime/controller/predicate.ts'
import { object } from './controller-bench.ts'

type Event = ObjectEvent<TypedObject>

const before = object('a', {
  generation: 1,
  labels: { a: '1', b: '2' },
  annotations: { note: 'x' },
})

function update(change: TypedObject['metadata']): Event {
  const changed = { metadata: { ...before.metadata, resourceVersion: '2', ...change } }
  return { type: 'update', oldObject: before, object: changed }
}

const events = {
  create: { type: 'create', object: before, isInInitialList: false },
  delete: { type: 'delete', object: before, isStateUnknown: false },
  generic: { type: 'generic', object: before },
  resync: { type: 'update', oldObject: before, object: before },
  status: update({}),
  spec: update({ generation: 2 }),
  label: update({ labels: { a: '1', b: '3' } }),
  'same labels': update({ labels: { b: '2', a: '1' } }),
  annotation: update({ annotations: { note: 'y' } }),
  'no annotations': update({ annotations: {} }),
} satisfies Record<string, Event>

const always: readonly string[] = ['create', 'delete', 'generic']

function admitted(predicate: Predicate<TypedObject>): readonly string[] {
  return Object.entries(events).flatMap(([name, event]) => (predicate.admits(event) ? [name] : []))
}

const onlySpec = ['spec']
const changes = ['status', 'spec', 'label', 'same labels', 'annotation', 'no annotations']

describe('predicates', () => {
  test.for([
    { predicate: resourceVersionChanged, admits: [...always, ...changes] },
    { predicate: generationChanged, admits: [...always, ...onlySpec] },
    { predicate: labelChanged, admits: [...always, 'label'] },
    { predicate: annotationChanged, admits: [...always, 'annotation', 'no annotations'] },
    { predicate: and(generationChanged, labelChanged), admits: always },
    { predicate: or(generationChanged, labelChanged), admits: [...always, 'spec', 'label'] },
    {
      predicate: not(or(generationChanged, labelChanged)),
      admits: ['resync', 'status', 'same labels', 'annotation', 'no annotations'],
    },
    { predicate: labelSelector('b=3'), admits: ['label'] },
    { predicate: labelSelector({ matchLabels: { b: '3' } }), admits: ['label'] },
    {
      predicate: objectPredicate(({ metadata }: TypedObject) => metadata?.generation === 2),
      admits: ['spec'],
    },
    {
      predicate: predicateFunctions({ create: () => false, update: () => false }),
      admits: ['delete', 'generic'],
    },
    {
      predicate: predicateFunctions({ delete: () => false, generic: () => false }),
      admits: ['create', 'resync', ...changes],
    },
  ])('$predicate.name', ({ predicate, admits }) => {
    expect([...admitted(predicate)].sort()).toEqual([...admits].sort())
  })

  test('are named for the causes of a reconcile', () => {
    expect(
      and(
        not(generationChanged),
        or(
          labelChanged,
          objectPredicate(() => true, 'mine'),
        ),
      ).name,
    ).toBe('and(not(generationChanged), or(labelChanged, mine))')
  })
})
