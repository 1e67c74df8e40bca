/** One field of the request that the server objects to. */
export interface StatusCause {
  /** A word for programs: `FieldValueInvalid`, `FieldValueRequired`, … */
  reason?: string
  message?: string
  /** Path of the field: `spec.ports[0].name`. */
  field?: string
}

/** `meta/v1` Status: what the server answers where there is no object to return. */
export interface Status {
  apiVersion: 'v1'
  kind: 'Status'
  /** `continue` comes with a refusal of an expired continue token: it goes on from the same place at a later moment. */
  metadata?: { resourceVersion?: string; continue?: string }
  status?: 'Success' | 'Failure'
  message?: string
  /** A word for programs: `NotFound`, `AlreadyExists`, `Conflict`, `Invalid`, … */
  reason?: string
  details?: {
    name?: string
    group?: string
    kind?: string
    uid?: string
    causes?: StatusCause[]
    retryAfterSeconds?: number
  }
  code?: number
}

/** The server refused a request. Control flow asks `code` and `reason`, never the message. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly status: Status

  constructor(status: Status) {
    super(
      status.message ?? status.reason ?? `the server answered ${status.code ?? 'without a code'}`,
    )
    this.status = status
  }

  /** The HTTP status code. */
  get code(): number {
    return this.status.code ?? 0
  }

  get reason(): string {
    return this.status.reason ?? ''
  }

  get causes(): readonly StatusCause[] {
    return this.status.details?.causes ?? []
  }
}
