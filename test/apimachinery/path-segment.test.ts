import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  checkRequestPath,
  findPathSegmentProblem,
  pathSegment,
  PathSegmentError,
} from '../../src/apimachinery/path-segment.ts'

/** What a server makes of a path: it decodes first, then cuts. */
const routed = (path: string): string[] => decodeURIComponent(path).split('/').slice(1)

describe('pathSegment()', () => {
  test.for([
    ['', 'may not be empty'],
    ['.', "may not be '.'"],
    ['..', "may not be '..'"],
    ['kube-system/configmaps/victim', "may not contain '/'"],
    ['a%2Fb', "may not contain '%'"],
    ['a\ud800', 'may not contain half a character'],
    [undefined, 'must be a string, got none'],
    [null, 'must be a string, got none'],
    [7, 'must be a string, got a number'],
  ] as const)('refuses %j', ([value, problem]) => {
    expect(findPathSegmentProblem(value)).toBe(problem)
    const refused = expect(() => pathSegment('name of ConfigMap', value))
    refused.toThrow(PathSegmentError)
    expect(() => pathSegment('name of ConfigMap', value)).toThrow(problem)
  })

  it('keeps every other text one segment', () => {
    expect(pathSegment('name', 'system:controller:x')).toBe('system%3Acontroller%3Ax')
    expect(pathSegment('name', '...')).toBe('...')
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (text) => {
        fc.pre(findPathSegmentProblem(text) === undefined)
        const path = `/a/${pathSegment('name', text)}/b`
        expect(() => checkRequestPath(path)).not.toThrow()
        expect(routed(path)).toEqual(['a', text, 'b'])
      }),
    )
  })
})

describe('checkRequestPath()', () => {
  test.for([
    'api/v1',
    '/api/v1/../v2',
    '/api/v1/.',
    '/api/v1/%2e%2E/secrets',
    '/api/v1/namespaces/kube-system%2Fconfigmaps%2fvictim',
    '/api/v1/a%252Fb',
    '/api/v1/a\\b',
    '/api/v1/a%5cb',
    '/api/v1/a b',
    '/api/v1/a#b?x',
  ])('refuses %s', (path) => {
    expect(() => checkRequestPath(path)).toThrow(PathSegmentError)
  })

  test.for([
    '/version',
    '/api/v1/pods?labelSelector=a%2Fb%3Dc',
    '/apis/a.b/v1/x/...',
    '/openapi/v3',
  ])('lets %s pass', (path) => expect(() => checkRequestPath(path)).not.toThrow())
})
