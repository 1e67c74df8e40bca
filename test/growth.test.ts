import { describe, expect, test } from 'vitest'
import { expectLinear } from './growth.ts'

describe('expectLinear()', () => {
  test('accepts a run whose time grows with its input', () => {
    expectLinear('a pass', (n) => 'a'.repeat(n), countCharacters)
  })

  test('accepts a run that refuses its input', () => {
    const refuse = (text: string): never => {
      throw new TypeError(`${countCharacters(text)} characters`)
    }
    expectLinear('a refusal', (n) => 'a'.repeat(n), refuse)
  })

  test('fails for a run that passes over its input once per character', () => {
    const run = (text: string): number => {
      let sum = 0
      for (let at = 0; at < text.length; at++) sum += countCharacters(text)
      return sum
    }
    expect(() => {
      expectLinear('a square', (n) => 'a'.repeat(n), run)
    }).toThrow(/^a square: 64 times the input \(n = \d+\) took \d+ times the CPU time/)
  })

  test('fails for a run that grows with the power of one and a half', () => {
    const run = (text: string): number => {
      let sum = 0
      for (let at = 0; at < Math.sqrt(text.length); at++) sum += countCharacters(text)
      return sum
    }
    expect(() => {
      expectLinear('n^1.5', (n) => 'a'.repeat(n), run)
    }).toThrow(/^n\^1\.5: /)
  })
})

function countCharacters(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) count += text.charCodeAt(at) % 7
  return count
}
