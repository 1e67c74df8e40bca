import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { parsePattern, type PatternNode } from './pattern.ts'
import type { Random } from './random.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** A string that a schema takes. */
export function randomText(schema: JSONSchemaProps, random: Random): string {
  const { minLength = 0, maxLength = Math.max(minLength, 12), pattern, format = '' } = schema
  if (pattern !== undefined) return randomMatch(pattern, schema, random)
  const formatted = formats[format]?.(random)
  if (formatted !== undefined) return formatted
  return randomWord(random.integer(minLength, Math.min(maxLength, minLength + 12)), random)
}

function randomWord(length: number, random: Random): string {
  return Array.from({ length }, () => letters[random.integer(0, 25)]).join('')
}

const formats: Readonly<Record<string, (random: Random) => string>> = {
  'date-time': (random) =>
    new Date(random.integer(0, 4e9) * 1000).toISOString().replace('.000Z', 'Z'),
  date: (random) => new Date(random.integer(0, 4e9) * 1000).toISOString().slice(0, 10),
  duration: (random) => `${random.integer(0, 59)}m${random.integer(0, 59)}s`,
  byte: (random) => Buffer.from(randomWord(random.integer(1, 9), random)).toString('base64'),
  email: (random) => `${randomWord(5, random)}@example.com`,
  hostname: (random) => `${randomWord(5, random)}.example.com`,
  ipv4: (random) => Array.from({ length: 4 }, () => random.integer(0, 255)).join('.'),
  ipv6: (random) => `2001:db8::${random.integer(1, 0xffff).toString(16)}`,
  cidr: (random) => `10.${random.integer(0, 255)}.0.0/16`,
  uri: (random) => `https://example.com/${randomWord(4, random)}`,
  uuid: (random) => uuid(random),
  mac: (random) =>
    Array.from({ length: 6 }, () => random.integer(0, 255).toString(16).padStart(2, '0')).join(':'),
}

function uuid(random: Random): string {
  const hex = (length: number): string =>
    Array.from({ length }, () => random.integer(0, 15).toString(16)).join('')
  return `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`
}

/**
 * A string that a pattern matches, made from the pattern's own parts. What comes out is checked, so that a part that
 * is not understood costs further tries. A pattern that none of them meets is an error.
 */
function randomMatch(
  pattern: string,
  { minLength = 0, maxLength = Infinity }: JSONSchemaProps,
  random: Random,
): string {
  const node = parsePattern(pattern)
  const expression = new RegExp(pattern, 'u')
  for (let attempt = 0; attempt < 200; attempt++) {
    const text = node === undefined ? randomWord(attempt % 16, random) : render(node, random)
    const length = [...text].length
    if (length >= minLength && length <= maxLength && expression.test(text)) return text
  }
  throw new Error(`no text was found that the pattern ${pattern} matches`)
}

function render(node: PatternNode, random: Random): string {
  switch (node.kind) {
    case 'characters':
      return random.pick(node.choices)
    case 'sequence':
      return node.parts.map((part) => render(part, random)).join('')
    case 'choice':
      return render(random.pick(node.branches), random)
    case 'repeat': {
      const most = Math.min(node.most, node.least + 4)
      const times = random.integer(node.least, most)
      return Array.from({ length: times }, () => render(node.part, random)).join('')
    }
  }
}
