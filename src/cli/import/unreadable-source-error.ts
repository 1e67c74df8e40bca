/** Why a source gave nothing, as the end of "cannot read CRDs from …". */
export class UnreadableSourceError extends Error {
  override readonly name = 'UnreadableSourceError'
  /** What may help, each a whole sentence. */
  readonly helps: readonly string[]

  constructor(reason: string, helps: readonly string[] = []) {
    super(reason)
    this.helps = helps
  }
}
