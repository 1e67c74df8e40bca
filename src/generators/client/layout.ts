/** The scaffold's width of a line. */
export const lineWidth = 100

/** Something in brackets on one line, or, where it is too long, one item a line. */
export interface Bracketed {
  readonly indent: string
  /** Up to the opening bracket, which it ends with. */
  readonly open: string
  readonly items: readonly string[]
  /** From the closing bracket on. */
  readonly close: string
  /** What stands within the brackets on one line: a blank in those of an object. */
  readonly padding?: string
}

export function layOut({ indent, open, items, close, padding = '' }: Bracketed): string {
  const line = `${indent}${open}${padding}${items.join(', ')}${padding}${close}`
  if (line.length <= lineWidth || items.length === 0) return `${line}\n`
  const lines = items.map((item) => `${indent}  ${item},\n`).join('')
  return `${indent}${open}\n${lines}${indent}${close}\n`
}

/** A type alias of a union of literals within `Pick`. */
export function layOutPick(declaration: string, type: string, names: readonly string[]): string {
  const line = `${declaration} = Pick<${type}, ${names.join(' | ')}>`
  if (line.length <= lineWidth) return `${line}\n`
  const union = `  ${names.join(' | ')}`
  const second =
    union.length <= lineWidth ? `${union}\n` : `${names.map((each) => `  | ${each}\n`).join('')}`
  return `${declaration} = Pick<\n  ${type},\n${second}>\n`
}

/** A namespace import. */
export function importAll(name: string, from: string, isType = false): string {
  return `import ${isType ? 'type ' : ''}* as ${name} from ${from}\n`
}

/** An import of names, on one line where it fits. */
export function importNames(names: readonly string[], from: string): string {
  const line = `import { ${names.join(', ')} } from ${from}\n`
  if (line.length - 1 <= lineWidth) return line
  return `import {\n${names.map((name) => `  ${name},\n`).join('')}} from ${from}\n`
}
