/*
 * Reads the part of fish that completion scripts use, for machines without fish: statements, words with quotes of both
 * kinds, escapes, variables, command substitutions, slices, comments and blocks. Everything else is a problem too.
 */

/** The words of each statement as fish passes them on, and what fish would reject. */
export interface FishScript {
  readonly statements: readonly (readonly string[])[]
  /** `line: problem`, in the order of the script. */
  readonly problems: readonly string[]
}

export function readFish(text: string): FishScript {
  return new FishReader(text).read()
}

const openers = new Set(['begin', 'for', 'function', 'if', 'switch', 'while'])
const closingOf: Readonly<Record<string, string>> = { '(': ')', '[': ']' }

class FishReader {
  readonly #text: string
  #at = 0
  readonly #problems: string[] = []
  /** What closes the substitutions and slices around. */
  readonly #closings: string[] = []
  readonly #statements: string[][] = []

  constructor(text: string) {
    this.#text = text
  }

  read(): FishScript {
    const blocks: string[] = []
    while (this.#at < this.#text.length) {
      const line = this.#line()
      const words = this.#statement()
      if (words.length === 0) continue
      this.#statements.push(words)
      this.#nest(words[0] ?? '', { blocks, line })
    }
    for (const block of blocks) this.#problem(`\`${block}\` has no \`end\``)
    return { statements: this.#statements, problems: this.#problems }
  }

  #nest(word: string, { blocks, line }: { blocks: string[]; line: number }): void {
    const innermost = blocks.at(-1)
    if (openers.has(word)) blocks.push(word)
    else if (word === 'end' && blocks.pop() === undefined) this.#problem('`end` ends nothing', line)
    else if (word === 'case' && innermost !== 'switch')
      this.#problem('`case` outside `switch`', line)
    else if (word === 'else' && innermost !== 'if') this.#problem('`else` outside `if`', line)
  }

  /** The words up to the end of a statement, which is read too. */
  #statement(): string[] {
    const words: string[] = []
    for (;;) {
      this.#match(/(?:[ \t]|\\\n)*(?:#[^\n]*)?/y)
      const separator = this.#match(/[\n;&|]|$/y)
      if (separator !== undefined) return words
      words.push(this.#word())
    }
  }

  /** One word, decoded. What runs a command or names a variable stays as it is written. */
  #word(): string {
    let word = ''
    for (;;) {
      const plain = this.#match(/[^\s;&|'"\\$()[\]<>{}*?~#]+|#/y)
      const part = plain ?? this.#specialPart()
      if (part === undefined) return word
      word += part
    }
  }

  #specialPart(): string | undefined {
    const next = this.#text[this.#at] ?? ''
    if (next === "'") return this.#singleQuoted()
    if (next === '"') return this.#doubleQuoted()
    if (next === '\\') return this.#match(/\\[^\n]/y)?.slice(1)
    if (next === '$') return this.#variable()
    if (next === '(' || next === '[') return this.#nested(next)
    if (next === '' || next === this.#closings.at(-1) || /[\s;&|]/.test(next)) return undefined
    this.#at += 1
    this.#problem(`\`${next}\` is not expected here`)
    return next
  }

  /** Only `\'` and `\\` are escapes between single quotes. */
  #singleQuoted(): string {
    const quoted = this.#match(/'(?:\\[\s\S]|[^'\\])*'/y)
    if (quoted === undefined) return this.#unclosed("'")
    return quoted.slice(1, -1).replaceAll(/\\(['\\])/g, '$1')
  }

  #doubleQuoted(): string {
    const quoted = this.#match(/"(?:\\[\s\S]|[^"\\])*"/y)
    if (quoted === undefined) return this.#unclosed('"')
    const inner = quoted.slice(1, -1)
    if (/(?<!\\)(?:\\\\)*\$(?![\w$([])/.test(inner)) this.#problem('`$` names no variable')
    return inner.replaceAll(/\\(["\\$\n])/g, '$1')
  }

  #variable(): string {
    const variable = this.#match(/\$+[A-Za-z_]\w*/y)
    if (variable !== undefined) return variable
    this.#at += 1
    this.#problem('`$` names no variable')
    return '$'
  }

  /** A command substitution or a slice, as it is written. */
  #nested(opening: string): string {
    const start = this.#at
    const closing = closingOf[opening] ?? ''
    this.#at += 1
    this.#closings.push(closing)
    while (this.#at < this.#text.length && this.#text[this.#at] !== closing) {
      if (this.#match(/[\s;&|]+/y) === undefined) this.#word()
    }
    this.#closings.pop()
    if (this.#text[this.#at] !== closing) return this.#unclosed(opening)
    this.#at += 1
    return this.#text.slice(start, this.#at)
  }

  #unclosed(opening: string): string {
    this.#problem(`\`${opening}\` is not closed`)
    this.#at = this.#text.length
    return ''
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    this.#at += found?.length ?? 0
    return found
  }

  #line(): number {
    return this.#text.slice(0, this.#at).split('\n').length
  }

  #problem(problem: string, line: number = this.#line()): void {
    this.#problems.push(`${line}: ${problem}`)
  }
}
