/** Where a server listens. */
export interface BindAddress {
  /** Absent: on all addresses. */
  readonly host?: string
  readonly port: number
}

/**
 * An address as Go programs take it: `:8081`, `127.0.0.1:8081`, `[::1]:8081`, `localhost:8081`. `0` and nothing mean
 * no server; port 0 any free port. Anything else is a `RangeError` that names the `flag`.
 */
export function parseBindAddress(text: string, flag: string): BindAddress | undefined {
  if (text === '' || text === '0') return undefined
  const [, host = '', digits = ''] = /^(\[[\da-fA-F:.%]+\]|[^:[\]\s]*):(\d{1,5})$/.exec(text) ?? []
  const port = Number(digits)
  if (digits === '' || port > 65_535) {
    throw new RangeError(
      `Expected ${flag} to be host:port, :port or 0, got ${JSON.stringify(text)}`,
    )
  }
  return host === '' ? { port } : { host: host.replace(/^\[|\]$/g, ''), port }
}
