import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyJson } from '../../src/apimachinery/copy-json.ts'
import { parseJson } from '../../src/apimachinery/json-text.ts'

describe('copyJson()', () => {
  it('copies every value that JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(copyJson(value)).toStrictEqual(value)
      }),
    )
  })

  it('keeps integers beyond what a number holds', () => {
    expect(copyJson({ spec: [9007199254740993n] })).toStrictEqual({ spec: [9007199254740993n] })
  })

  it('shares nothing with the original', () => {
    const original = { metadata: { labels: { app: 'shop' } }, spec: { ports: [{ port: 80 }] } }
    const copy = copyJson(original)
    copy.metadata.labels.app = 'other'
    copy.spec.ports.push({ port: 81 })
    expect(original).toStrictEqual({
      metadata: { labels: { app: 'shop' } },
      spec: { ports: [{ port: 80 }] },
    })
  })

  it('takes a key `__proto__` for a key like others', () => {
    const original = parseJson('{"data":{"__proto__":{"polluted":true}}}')
    const copy = copyJson(original)
    expect(JSON.stringify(copy)).toBe('{"data":{"__proto__":{"polluted":true}}}')
    expect('polluted' in {}).toBe(false)
  })
})
