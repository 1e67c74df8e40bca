import type { Environment } from '@marcbachmann/cel-js'
import { compilePattern } from '../patterns.ts'

/*
 * Functions that the evaluator lacks, or has with another meaning than the API server. A rule's call of `matches`
 * becomes one of `kopsMatches`.
 */

type Comparable = bigint | number | string | boolean

interface Method {
  readonly name: string
  /** Without the receiver's type and name: `(string): bool`. */
  readonly signatures: readonly (readonly [receiver: string, rest: string])[]
  readonly run: (...values: never[]) => unknown
}

const methods: readonly Method[] = [
  {
    name: 'matches',
    signatures: [['string', '(string): bool']],
    run: (text: string, pattern: string) => findIn(text, pattern) !== undefined,
  },
  {
    name: 'find',
    signatures: [['string', '(string): string']],
    run: (text: string, pattern: string) => findIn(text, pattern) ?? '',
  },
  {
    name: 'lowerAscii',
    signatures: [['string', '(): string']],
    run: (text: string) => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()),
  },
  {
    name: 'upperAscii',
    signatures: [['string', '(): string']],
    run: (text: string) => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase()),
  },
  {
    name: 'isSorted',
    signatures: [['list', '(): bool']],
    run: (list: readonly Comparable[]) =>
      list.every((each, index) => {
        const before = list[index - 1]
        return before === undefined || compare(before, each) <= 0
      }),
  },
  {
    name: 'indexOf',
    signatures: [['string', '(string): int']],
    run: (text: string, part: string) => indexInCharacters(text, text.indexOf(part)),
  },
  {
    name: 'lastIndexOf',
    signatures: [['string', '(string): int']],
    run: (text: string, part: string) => indexInCharacters(text, text.lastIndexOf(part)),
  },
]

/** A pattern that does not compile is an error of the rule. */
function findIn(text: string, pattern: string): string | undefined {
  const { problem, find } = compilePattern(pattern)
  if (problem !== undefined) throw new Error(problem)
  return find(text)
}

/** Methods of rules that are run by these functions. */
export const ownMethods: ReadonlySet<string> = new Set(methods.map(({ name }) => name))

/** The name under which the evaluator knows a method. */
export function ownName(method: string): string {
  return `kops${method.charAt(0).toUpperCase()}${method.slice(1)}`
}

export function registerFunctions(environment: Environment): Environment {
  for (const { name, signatures, run } of methods) {
    for (const [receiver, rest] of signatures) {
      environment.registerFunction(`${receiver}.${ownName(name)}${rest}`, run)
    }
  }
  return environment
}

function indexInCharacters(text: string, index: number): bigint {
  return index < 0 ? -1n : BigInt(Array.from(text.slice(0, index)).length)
}

/** Strings are compared by their characters, as Go compares their bytes. */
function compare(left: Comparable, right: Comparable): number {
  if (typeof left === 'string' && typeof right === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(right)) // prettier-ignore
  return left < right ? -1 : left > right ? 1 : 0
}
