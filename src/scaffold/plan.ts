/** What to do where the file is there already with other content. */
export type IfExists =
  /** The user's file: keep it, and list it as kept. */
  | 'keep'
  /** A tool-owned file: write it again, unless a person edited it. */
  | 'regenerate'
  /** Stop before anything is written, and list it. */
  | 'conflict'
  /** The content was made from what the file holds now, as that of PROJECT is: write it. */
  | 'update'

/** One file that a command wants to exist. */
export interface PlannedFile {
  readonly operation: 'write'
  /** Relative to the project's root, with forward slashes. */
  readonly path: string
  readonly content: string | Uint8Array
  readonly ifExists: IfExists
  /** The template or generator it comes from, as recorded in `.kops/files`. */
  readonly template: string
  /** Where an edit of a tool-owned file belongs, as the end of "make the edit …". */
  readonly editInstead?: string | undefined
}

/** One file that a command wants gone. Only files that kops wrote and nobody edited are removed. */
export interface PlannedRemoval {
  readonly operation: 'remove'
  readonly path: string
}

/** What a command does to a project, decided in memory before the first write. */
export interface Plan {
  readonly files: readonly (PlannedFile | PlannedRemoval)[]
}
