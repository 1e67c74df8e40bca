import { describe, expect, test } from 'vitest'
import type { Condition } from '../../../src/apimachinery/object-meta.ts'
import {
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
} from '../../../src/runtime/controller/conditions.ts'

const early = '2026-01-01T00:00:00Z'
const clock = { now: () => Date.UTC(2026, 5, 1, 12, 0, 0, 789) }
const now = '2026-06-01T12:00:00Z'

const ready: Condition = {
  type: 'Ready',
  status: 'True',
  reason: 'Up',
  message: '',
  observedGeneration: 1,
  lastTransitionTime: early,
}
const other: Condition = {
  type: 'Synced',
  status: 'Unknown',
  reason: 'New',
  message: 'x',
  lastTransitionTime: early,
}

describe('setStatusCondition', () => {
  test.for([
    {
      what: 'a new condition',
      before: undefined,
      set: { type: 'Ready', status: 'True', reason: 'Up', message: '' },
      at: now,
    },
    {
      what: 'a new condition with a time',
      before: [],
      set: { ...ready, lastTransitionTime: early },
      at: early,
    },
    {
      what: 'another status',
      before: [ready],
      set: { type: 'Ready', status: 'False', reason: 'Down', message: 'no' },
      at: now,
    },
    {
      what: 'another status with a time',
      before: [ready],
      set: { ...ready, status: 'False', lastTransitionTime: '2026-02-02T00:00:00Z' },
      at: '2026-02-02T00:00:00Z',
    },
    {
      what: 'another reason',
      before: [ready],
      set: { type: 'Ready', status: 'True', reason: 'Other', message: '', observedGeneration: 1 },
      at: early,
    },
    {
      what: 'another generation',
      before: [ready],
      set: { type: 'Ready', status: 'True', reason: 'Up', message: '', observedGeneration: 2 },
      at: early,
    },
    {
      what: 'another message, whatever time is given',
      before: [ready],
      set: { ...ready, message: 'new', lastTransitionTime: now },
      at: early,
    },
  ] as const)('$what is dated right', ({ before, set, at }) => {
    const after = setStatusCondition(before, set, clock)
    expect(after).toEqual([{ ...set, lastTransitionTime: at }])
    expect(after).not.toBe(before)
  })

  test('gives the same array where nothing changes, and keeps the order where something does', () => {
    const before = Object.freeze([other, ready])
    expect(setStatusCondition(before, { ...ready, lastTransitionTime: now }, clock)).toBe(before)
    const after = setStatusCondition(before, { ...other, status: 'True' }, clock)
    expect(after.map(({ type, status }) => [type, status])).toEqual([
      ['Synced', 'True'],
      ['Ready', 'True'],
    ])
    expect(before[0]).toBe(other)
  })
})

describe('conditions', () => {
  test('are found, asked and removed by type', () => {
    const conditions = [ready, other]
    expect(findStatusCondition(conditions, 'Synced')).toBe(other)
    expect([
      isStatusConditionTrue(conditions, 'Ready'),
      isStatusConditionFalse(conditions, 'Ready'),
    ]).toEqual([true, false])
    expect([
      isStatusConditionTrue(undefined, 'Ready'),
      isStatusConditionFalse(conditions, 'Nope'),
    ]).toEqual([false, false])
    expect(removeStatusCondition(conditions, 'Ready')).toEqual([other])
    expect(removeStatusCondition(conditions, 'Nope')).toBe(conditions)
    expect(removeStatusCondition(undefined, 'Ready')).toEqual([])
  })
})
