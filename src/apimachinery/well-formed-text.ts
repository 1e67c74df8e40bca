/** Returns the text as Go reads it: half a surrogate pair has no UTF-8 form, and becomes the replacement character. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}
