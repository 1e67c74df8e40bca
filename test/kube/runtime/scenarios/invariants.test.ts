import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import type { Gadget } from './gadget.ts'
import { expectNothingLeaked, findDifference, takeHoldings } from './invariants.ts'
import type { Operator } from './operator.ts'

interface State {
  readonly stored?: readonly Gadget['metadata'][]
  readonly reconciled?: Readonly<Record<string, string>>
  readonly waiting?: Readonly<Record<string, number>>
}

const metadata = { name: 'a', namespace: 'n', uid: 'u', resourceVersion: '7' }
const live = new Map([['n/a', '7@u']])

function operator({
  stored = [metadata],
  reconciled = { 'n/a': '7' },
  waiting = {},
}: State): Operator {
  return {
    informer: { lister: { list: () => stored.map((each) => ({ metadata: each })) } },
    reconciled: new Map(Object.entries(reconciled)),
    controller: { inspect: () => ({ waiting, delayed: 0, processing: [] }) },
  } as unknown as Operator
}

describe('the invariants tell', () => {
  test.for<[what: string, state: State, live: ReadonlyMap<string, string>, difference: string]>([
    ['nothing where all is well', {}, live, ''],
    ['a lost object', { stored: [] }, live, 'the store has n/a at nothing'],
    [
      'an old state',
      { stored: [{ ...metadata, resourceVersion: '6' }] },
      live,
      'at 6@u, the server',
    ],
    ['another object of that name', { stored: [{ ...metadata, uid: 'v' }] }, live, 'at 7@v'],
    ['an object that is gone', {}, new Map(), 'which is gone'],
    [
      'a state that nobody reconciled',
      { reconciled: { 'n/a': '6' } },
      live,
      'reconciled last at 6',
    ],
    ['an object that nobody reconciled', { reconciled: {} }, live, 'at no time'],
    [
      'a deletion that nobody reconciled',
      { reconciled: { 'n/a': '7', 'n/b': '3' } },
      live,
      'n/b was not reconciled as gone',
    ],
    ['what still waits', { waiting: { 0: 2 } }, live, '2 wait'],
  ])('%s', ([, state, server, difference]) => {
    const found = findDifference(operator(state), server)
    expect(difference === '' ? found === '' : found.includes(difference)).toBe(true)
  })

  test('what a process did not give back', async () => {
    const before = takeHoldings()
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    await expect(expectNothingLeaked(before, { timeoutMs: 200 })).rejects.toThrow('TCPServerWrap')
    server.close()
    await expectNothingLeaked(before)
  })
})
