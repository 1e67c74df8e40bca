/** Where a mistake stands. */
export interface ConfigurationPlace {
  /** The file, or the environment variable, that holds it. */
  readonly file?: string | undefined
  /** The field within the file: `users[0].user.token`. */
  readonly field?: string | undefined
}

/** How to reach the cluster is not said, or is said wrongly. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError'
  readonly file: string | undefined
  readonly field: string | undefined

  constructor(message: string, { file, field, cause }: ConfigurationPlace & ErrorOptions = {}) {
    const place = [file, field].filter((each) => each !== undefined).join(': ')
    super(place === '' ? message : `${place}: ${message}`, cause === undefined ? {} : { cause })
    this.file = file
    this.field = field
  }
}
