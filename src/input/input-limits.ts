/*
 * How large an input may be. The largest CustomResourceDefinition known has 1.4 MB, 22,000 keys and 57 levels of YAML
 * and no alias; each limit is at least four times as much.
 */

/** The limits of what kops reads. */
export const inputLimits = {
  /** Bytes of a file, an answer of a server or the standard input. */
  bytes: 64 * 2 ** 20,
  /** Levels of maps and lists in one document of YAML or JSON. */
  depth: 256,
  /** Aliases in one document of YAML, and the values that they stand for. */
  aliases: 1000,
  aliased: 100_000,
} as const
