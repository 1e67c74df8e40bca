/** What a regular expression matches, as far as texts are made from it. */
export type PatternNode =
  | { readonly kind: 'characters'; readonly choices: readonly [string, ...string[]] }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly branches: readonly [PatternNode, ...PatternNode[]] }
  | {
      readonly kind: 'repeat'
      readonly part: PatternNode
      readonly least: number
      readonly most: number
    }

/**
 * Reads a pattern of a schema. Anchors and look-arounds match nothing by themselves here: whoever makes a text holds it
 * against the pattern afterwards. Undefined where the pattern has a form that is not known.
 */
export function parsePattern(pattern: string): PatternNode | undefined {
  const parser = new PatternParser([...pattern])
  try {
    return parser.parseAll()
  } catch (error) {
    if (error instanceof UnknownForm) return undefined
    throw error
  }
}

class UnknownForm extends Error {}

const nothing: PatternNode = { kind: 'sequence', parts: [] }

const digits = range('0', '9')
const lower = range('a', 'z')
const upper = range('A', 'Z')
const word = [...lower, ...upper, ...digits, '_']
const space = [' ', '\t']
const printable = range(' ', '~')

/** What a letter after a backslash stands for. */
const classes: Readonly<Record<string, readonly string[]>> = {
  d: digits,
  D: without(digits),
  w: word,
  W: without(word),
  s: space,
  S: without(space),
}

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' }

class PatternParser {
  readonly #characters: readonly string[]
  #at = 0

  constructor(characters: readonly string[]) {
    this.#characters = characters
  }

  parseAll(): PatternNode {
    const node = this.#parseChoice()
    if (this.#at < this.#characters.length) throw new UnknownForm()
    return node
  }

  #parseChoice(): PatternNode {
    const first = this.#parseSequence()
    const others: PatternNode[] = []
    while (this.#take('|')) others.push(this.#parseSequence())
    return others.length === 0 ? first : { kind: 'choice', branches: [first, ...others] }
  }

  #parseSequence(): PatternNode {
    const parts: PatternNode[] = []
    while (this.#at < this.#characters.length && !this.#isNext(')') && !this.#isNext('|')) {
      parts.push(this.#parseRepeat(this.#parseAtom()))
    }
    return { kind: 'sequence', parts }
  }

  #parseRepeat(part: PatternNode): PatternNode {
    const bounds = this.#parseBounds()
    if (bounds === undefined) return part
    // Lazy or not, the same texts match.
    this.#take('?')
    return { kind: 'repeat', part, ...bounds }
  }

  #parseBounds(): { least: number; most: number } | undefined {
    if (this.#take('*')) return { least: 0, most: Infinity }
    if (this.#take('+')) return { least: 1, most: Infinity }
    if (this.#take('?')) return { least: 0, most: 1 }
    const rest = this.#characters.slice(this.#at).join('')
    const [whole, least = '', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(rest) ?? []
    if (whole === undefined) return undefined
    this.#at += whole.length
    const end = comma === '' ? Number(least) : most === '' ? Infinity : Number(most)
    return { least: Number(least), most: end }
  }

  #parseAtom(): PatternNode {
    const character = this.#next()
    if (character === '(') return this.#parseGroup()
    if (character === '[') return this.#parseSet()
    if (character === '^' || character === '$') return nothing
    if (character === '.') return oneOf(printable)
    if (character === '\\') return this.#parseEscape()
    return oneOf([character])
  }

  #parseGroup(): PatternNode {
    const isAround = this.#takeText('?=') || this.#takeText('?!')
    if (!isAround && !this.#takeText('?:') && this.#isNext('?')) this.#skipGroupName()
    const node = this.#parseChoice()
    if (!this.#take(')')) throw new UnknownForm()
    return isAround ? nothing : node
  }

  /** `(?<name>…)` and Go's `(?P<name>…)`. */
  #skipGroupName(): void {
    const rest = this.#characters.slice(this.#at).join('')
    const [whole] = /^\?P?<\w+>/.exec(rest) ?? []
    if (whole === undefined) throw new UnknownForm()
    this.#at += whole.length
  }

  #parseSet(): PatternNode {
    const isNegated = this.#take('^')
    const members: string[] = []
    for (let isFirst = true; isFirst || !this.#isNext(']'); isFirst = false) {
      const start = this.#parseMember()
      const isRange = this.#isNext('-') && this.#characters[this.#at + 1] !== ']'
      const [first = '', ...others] = start
      if (!isRange || others.length > 0) members.push(...start)
      else {
        this.#at++
        members.push(...range(first, this.#parseMember()[0] ?? first))
      }
    }
    this.#at++
    return oneOf(isNegated ? without(members) : members)
  }

  #parseMember(): readonly string[] {
    const character = this.#next()
    return character === '\\' ? this.#escaped() : [character]
  }

  #parseEscape(): PatternNode {
    if (this.#take('b') || this.#take('B')) return nothing
    return oneOf(this.#escaped())
  }

  #escaped(): readonly string[] {
    const character = this.#next()
    const known = classes[character] ?? controls[character]
    if (known !== undefined) return typeof known === 'string' ? [known] : known
    if (/[A-Za-z0-9]/.test(character)) throw new UnknownForm()
    return [character]
  }

  #next(): string {
    const character = this.#characters[this.#at++]
    if (character === undefined) throw new UnknownForm()
    return character
  }

  #isNext(character: string): boolean {
    return this.#characters[this.#at] === character
  }

  #take(character: string): boolean {
    const isNext = this.#isNext(character)
    if (isNext) this.#at++
    return isNext
  }

  #takeText(text: string): boolean {
    const isNext = this.#characters.slice(this.#at, this.#at + text.length).join('') === text
    if (isNext) this.#at += text.length
    return isNext
  }
}

function oneOf(characters: readonly string[]): PatternNode {
  const [first, ...others] = characters
  if (first === undefined) throw new UnknownForm()
  return { kind: 'characters', choices: [first, ...others] }
}

/** Between characters far apart, the beginning is enough. */
function range(first: string, last: string): string[] {
  const [start = 0, end = 0] = [first.codePointAt(0), last.codePointAt(0)]
  const length = Math.min(Math.max(end - start + 1, 0), 256)
  return Array.from({ length }, (_, index) => String.fromCodePoint(start + index))
}

function without(characters: readonly string[]): string[] {
  return printable.filter((each) => !characters.includes(each))
}
