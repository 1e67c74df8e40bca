import { RE2JS } from 're2js'

const compiled = new Map<string, RE2JS | undefined>()

/** Whether a pattern is found in a text, by RE2, as in the API server. One that does not compile matches nothing. */
export function matchesPattern(text: string, pattern: string): boolean {
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern))
  return compiled.get(pattern)?.matcher(text).find() === true
}

function compile(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern)
  } catch {
    // The server compiles a pattern when it is first needed, and refuses every value where it cannot.
    return undefined
  }
}
