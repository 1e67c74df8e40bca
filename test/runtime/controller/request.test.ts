import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseRequest,
  renderRequest,
  showRequest,
} from '../../../src/runtime/controller/request.ts'

const request = fc.record({
  namespace: fc.stringMatching(/^[a-c/%F2]{0,6}$/),
  name: fc.stringMatching(/^[a-c/%F2]{0,6}$/),
})

describe('keys of requests', () => {
  test('read back as what was rendered, whatever the characters', () => {
    fc.assert(
      fc.property(request, (each) => {
        expect(parseRequest(renderRequest(each))).toEqual(each)
      }),
    )
  })

  test('are different for different requests', () => {
    const both = [
      { namespace: 'a/b', name: 'c' },
      { namespace: 'a', name: 'b/c' },
    ]
    expect(new Set(both.map(renderRequest)).size).toBe(2)
  })

  test('are shown as people write them', () => {
    expect(
      [
        { namespace: '', name: 'a' },
        { namespace: 'n', name: 'a' },
      ].map(showRequest),
    ).toEqual(['a', 'n/a'])
  })
})
