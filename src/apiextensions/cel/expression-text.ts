/*
 * What can be said of an expression by its text alone, without the library that parses it.
 */

/**
 * String literals, raw ones first, and comments. What begins as a literal and has no end is one, too: looking for others in
 * it would take time that grows with the square of its length.
 */
const literals =
  /(?<!\w)(?:[rR][bB]?|[bB][rR])(?:"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|"[^"\n]*"?|'[^'\n]*'?)|"""(?:\\[^]|[^\\])*?(?:"""|\\?$)|'''(?:\\[^]|[^\\])*?(?:'''|\\?$)|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|\/\/[^\n]*/g

/** Returns the expression with the content of its string literals and comments blanked out, of the same length. */
export function blankLiterals(expression: string): string {
  return expression.replace(literals, (text) => {
    if (text.startsWith('//')) return ' '.repeat(text.length)
    return text.length < 2 ? text : `"${' '.repeat(text.length - 2)}"`
  })
}

/** Returns whether an expression reads the value before an update. */
export function readsOldSelf(expression: string): boolean {
  return /(?<![\w.])oldSelf\b/.test(blankLiterals(expression))
}
