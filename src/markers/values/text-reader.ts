/** Why a value cannot be read. Offsets are into the reader's text. */
export interface ValueProblem {
  readonly kind: 'malformed' | 'wrong-type' | 'unknown-word' | 'out-of-range'
  readonly start: number
  readonly end: number
  /** What was wanted, or what is wrong: it ends a sentence. */
  readonly expected: string
  readonly helps?: readonly string[]
}

/**
 * A cursor over a text. Reading functions return `undefined` after `fail`; the first problem stays.
 */
export class TextReader {
  readonly text: string
  position: number
  problem: ValueProblem | undefined

  constructor(text: string, position = 0) {
    this.text = text
    this.position = position
  }

  /** The character at the cursor; empty at the end. */
  get next(): string {
    return this.text.charAt(this.position)
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length
  }

  skipBlanks(): void {
    this.match(/[ \t]*/y)
  }

  /** Takes `character` if it is next, after blanks. */
  take(character: string): boolean {
    this.skipBlanks()
    if (this.next !== character) return false
    this.position += 1
    return true
  }

  /** Takes what a sticky expression finds at the cursor. */
  match(expression: RegExp): string | undefined {
    expression.lastIndex = this.position
    const found = expression.exec(this.text)?.[0]
    if (found !== undefined) this.position += found.length
    return found
  }

  fail(problem: ValueProblem): undefined {
    this.problem ??= problem
    return undefined
  }

  /** Fails at the cursor, or at what stands between `start` and the cursor. */
  failHere(expected: string, start: number = this.position): undefined {
    const end = Math.max(this.position, start + 1)
    return this.fail({
      kind: 'malformed',
      start: Math.min(start, this.text.length),
      end: Math.min(end, this.text.length),
      expected,
    })
  }
}
