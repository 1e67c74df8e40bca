import { isIP } from 'node:net'

/*
 * An address as Go's net/mail reads it: `a@example.org`, `<a@example.org>`, `Name <a@example.org>`.
 */

const atom = String.raw`[^\x00-\x20\x7f()<>@,;:\\".[\]]+`
const quoted = String.raw`"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[^\x00-\x08\x0a-\x1f\x7f])*"`
const local = `(?:${atom}(?:\\.${atom})*|${quoted})`
const domain = String.raw`(?:${atom}(?:\.${atom})*|\[[0-9a-fA-F:.]+\])`
const blank = String.raw`[ \t]*`
const address = `${local}@${blank}${domain}`
const word = String.raw`(?:[^\x00-\x20\x7f()<>@,;:\\"[\]]+|${quoted})`
const phrase = `(?:${word}(?:[ \\t]+${word})*${blank})?`

const pattern = new RegExp(
  `^${blank}(?:${address}|${phrase}<${blank}${address}${blank}>)${blank}$`,
  'u',
)

/** More than this is no address of anyone, and would take long to read. */
const mostCharacters = 2_000

export function isEmail(text: string): boolean {
  if (text.length > mostCharacters || !pattern.test(text)) return false
  const literal = /@[ \t]*\[([^\]]*)\][ \t>]*$/.exec(text)?.[1]
  return literal === undefined || isIP(literal) !== 0
}
