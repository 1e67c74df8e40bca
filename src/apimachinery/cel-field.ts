/*
 * Names of fields in CEL: what is no identifier, or a word of the language, is escaped.
 */

const reservedWords = new Set([
  'true',
  'false',
  'null',
  'in',
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'package',
  'namespace',
  'return',
  'var',
  'void',
  'while',
])

const escapes: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
}

/** A field's name as a rule must write it: `self.max__dash__size` for `max-size`. */
export function celField(name: string): string {
  if (reservedWords.has(name)) return `__${name}__`
  return name.replace(/__|[.\-/]/g, (text) => escapes[text] ?? text)
}

/** Whether a rule can name the field at all. Other names are out of CEL's reach. */
export function isCelField(name: string): boolean {
  return /^[a-zA-Z_][a-zA-Z0-9_./-]*$/.test(name)
}

/** Whether a rule must write the field otherwise than TypeScript does. */
export function needsEscape(name: string): boolean {
  return celField(name) !== name
}
