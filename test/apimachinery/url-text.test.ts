import { describe, expect, it, test } from 'vitest'
import { decodeUserPart, showUrl, showUrlsIn } from '../../src/apimachinery/url-text.ts'

describe('showUrl() leaves the user and the password out of', () => {
  test.for([
    ['https://jack:tar@example.org/crds', 'https://example.org/crds'],
    ['https://jack@example.org', 'https://example.org/'],
    ['https://jack:t@r@example.org/crds', 'https://example.org/crds'],
    ['https://jack:t/r@example.org/crds', 'https://example.org/crds'],
    ['https://jack:t/r@x@example.org/crds', 'https://example.org/crds'],
    ['https://jack:/tar@example.org/crds', 'https://example.org/crds'],
    ['https://jack:t?r#@example.org/crds', 'https://example.org/crds'],
    ['socks5://jack:tar@proxy:1080', 'socks5://proxy:1080'],
    ['https://jack:tar@', 'https://'],
    ['https://jack:tar@host:port', 'https://host:port'],
    ['jack:tar@proxy:3128', 'proxy:3128'],
    ['jack:t/r@proxy:3128', 'proxy:3128'],
  ])('%s', ([url = '', shown]) => {
    expect(showUrl(url)).toBe(shown)
  })
})

test.for([
  'https://example.org',
  'https://unpkg.com/@scope/crds@1.2.3/all.yaml',
  'http://localhost:8080/a@b',
  'crds/frigate.yaml',
  'https://',
])('%s has neither and stays as it is', (url) => {
  expect(showUrl(url)).toBe(url)
})

describe('showUrlsIn()', () => {
  it('leaves them out of every URL of a text', () => {
    const text = 'from "https://jack:t/r@a.org/x", http://b.org/@c and `socks5://d:e@f/`: me@g.org'
    expect(showUrlsIn(text)).toBe(
      'from "https://a.org/x", http://b.org/@c and `socks5://f/`: me@g.org',
    )
  })

  it('tells apart URLs that only a comma divides', () => {
    expect(showUrlsIn('https://a.org/x,https://jack:tar@b.org/y')).toBe(
      'https://a.org/x,https://b.org/y',
    )
  })
})

test.for([
  ['t%2Fr', 't/r'],
  ['50%', '50%'],
  ['a%zz', 'a%zz'],
])('decodeUserPart() reads %s as %s', ([text = '', read]) => {
  expect(decodeUserPart(text)).toBe(read)
})
