/** A body is no JSON, or none that can be read. */
export class BodyError extends Error {
  override readonly name = 'BodyError'
}

/** A request says more than anybody needs to. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError'

  constructor(limit: number, what = 'bytes') {
    super(`request entity is too large; limit is ${limit} ${what}`)
  }
}

/** Other bodies take all the memory that this process has for them. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'

  constructor() {
    super('too many requests at once; try again later')
  }
}

/** A client takes too long to send its request. */
export class SlowBodyError extends Error {
  override readonly name = 'SlowBodyError'

  constructor(limitMs: number) {
    super(`the request's body did not arrive within ${limitMs} ms`)
  }
}

/** A client went away while it sent its request: there is nothing to answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError'

  constructor(options?: ErrorOptions) {
    super('the client has gone', options)
  }
}
