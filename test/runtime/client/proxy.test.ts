import { describe, expect, it, test } from 'vitest'
import { parseProxy, selectProxy } from '../../../src/runtime/client/proxy.ts'

const select = (server: string, environment: NodeJS.ProcessEnv): string | undefined =>
  selectProxy(new URL(server), environment)?.href

describe('selectProxy()', () => {
  test.for<[string, NodeJS.ProcessEnv, string | undefined]>([
    ['https://api', { HTTPS_PROXY: 'http://p:3128' }, 'http://p:3128/'],
    ['https://api', { https_proxy: 'p:3128' }, 'http://p:3128/'],
    ['https://api', { HTTP_PROXY: 'http://p' }, undefined],
    ['http://api', { HTTP_PROXY: 'http://p' }, 'http://p/'],
    ['https://api', { HTTPS_PROXY: '', https_proxy: 'socks5://p:1080' }, 'socks5://p:1080'],
    ['https://localhost:6443', { HTTPS_PROXY: 'p' }, undefined],
    ['https://127.9.0.1:6443', { HTTPS_PROXY: 'p' }, undefined],
    ['https://[::1]:6443', { HTTPS_PROXY: 'p' }, undefined],
  ])('for %s with %o is %s', ([server, environment, proxy]) => {
    expect(select(server, environment)).toBe(proxy)
  })

  test.for<[string, string, boolean]>([
    ['*', 'https://api', true],
    ['example.org', 'https://example.org', true],
    ['example.org', 'https://api.EXAMPLE.org', true],
    ['example.org', 'https://notexample.org', false],
    ['.example.org', 'https://example.org', false],
    ['.example.org', 'https://a.example.org', true],
    ['*.example.org', 'https://a.example.org', true],
    ['x, 10.0.0.1 ,y', 'https://10.0.0.1:6443', true],
    ['10.0.0.1', 'https://10.0.0.11', false],
    ['0.0.1', 'https://10.0.0.1', false],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['fd00::/8', 'https://[fd00::1]:6443', true],
    ['fd00::1', 'https://[fd00::1]:6443', true],
    ['10.0.0.0/99', 'https://10.1.2.3', false],
    ['10.0.0.0/8', 'https://ten.example.org', false],
    ['api:6443', 'https://api:6443', true],
    ['api:443', 'https://api', true],
    ['api:443', 'https://api:6443', false],
    ['', 'https://api', false],
  ])('NO_PROXY=%s for %s is %s', ([exceptions, server, isDirect]) => {
    const proxy = select(server, { HTTPS_PROXY: 'p', NO_PROXY: exceptions })
    expect(proxy === undefined).toBe(isDirect)
  })
})

it('a proxy is told where it is none', () => {
  expect(() => parseProxy('ftp://p', '$HTTPS_PROXY')).toThrow('$HTTPS_PROXY: Expected the URL')
  expect(() => parseProxy('http://', '$HTTPS_PROXY')).toThrow('$HTTPS_PROXY')
})
