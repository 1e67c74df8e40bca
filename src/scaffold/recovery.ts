/**
 * The user's side of crash recovery. The scaffold signs each journal with it, and completes only a journal
 * that carries this user's signature in a folder that this user trusts.
 */
export interface Recovery {
  /** Returns the signature of a text under the user's key; undefined where no key can be kept. */
  readonly sign: (text: string) => string | undefined
  readonly isTrusted: (root: string) => boolean
  /** Shows the user what was completed or rolled back. */
  readonly announce: (text: string) => void
}

/** Writes without crash recovery: a killed command leaves a journal that only `kops recover --discard` ends. */
export const noRecovery: Recovery = {
  sign: () => undefined,
  isTrusted: () => false,
  announce: () => {},
}
