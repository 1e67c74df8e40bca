import { RE2JS } from 're2js'

/** A pattern as the API server reads it. */
export interface Pattern {
  /** Why it does not compile; absent where it does. */
  readonly problem?: string
  /** Returns the first part of a text that fits, and undefined where none does. */
  readonly find: (text: string) => string | undefined
}

const compiled = new Map<string, Pattern>()

/** Compiles a pattern with RE2, whose syntax the API server takes. What is used often is compiled once. */
export function compilePattern(pattern: string): Pattern {
  const known = compiled.get(pattern)
  if (known !== undefined) return known
  const made = compile(pattern)
  compiled.set(pattern, made)
  return made
}

function compile(pattern: string): Pattern {
  try {
    const expression = RE2JS.compile(pattern)
    return {
      find: (text) => {
        const matcher = expression.matcher(text)
        return matcher.find() ? (matcher.group() ?? '') : undefined
      },
    }
  } catch (error) {
    // The library throws for whatever it cannot compile; its text is what is said to the user.
    return {
      problem: error instanceof Error ? error.message : String(error),
      find: () => undefined,
    }
  }
}

/** Returns whether a pattern is found in a text. One that does not compile matches nothing, as in the API server. */
export function matchesPattern(text: string, pattern: string): boolean {
  return compilePattern(pattern).find(text) !== undefined
}
