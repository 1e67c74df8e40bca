import { parseJson } from '../../apimachinery/json-text.ts'
import type { WatchEvent } from './client.ts'
import { abortReason } from './dial.ts'
import { LineDecoder } from './line-decoder.ts'
import { ConnectionError, type TransportResponse } from './transport.ts'

const eventTypes: ReadonlySet<unknown> = new Set([
  'ADDED',
  'MODIFIED',
  'DELETED',
  'BOOKMARK',
  'ERROR',
])

/** A line of a watch stream that is no event: the stream is broken, and what follows it can't be trusted. */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError'
}

export interface WatchReading {
  /** Aborts the reading; its reason is thrown. */
  readonly signal?: AbortSignal
  /** Told of each chunk. */
  readonly onActivity?: () => void
}

/**
 * The events of a watch's body, in order, as batches of what one chunk completes. A line that the stream's end cuts
 * off is dropped. What came before a line that is no event is given; then that line is thrown. Rejects where the
 * connection breaks.
 */
export async function* readWatchEvents<T>(
  { body }: TransportResponse,
  { signal, onActivity = () => undefined }: WatchReading = {},
): AsyncGenerator<readonly WatchEvent<T>[]> {
  const decoder = new LineDecoder()
  try {
    for await (const chunk of body) {
      onActivity()
      const { events, malformed } = parseEvents<T>(decoder.push(chunk))
      if (events.length > 0) yield events
      if (malformed !== undefined) throw malformed
    }
  } catch (error) {
    if (signal?.aborted) throw abortReason(signal)
    if (error instanceof MalformedEventError) throw error
    throw new ConnectionError('the watch broke off', { cause: error })
  } finally {
    body.destroy()
  }
}

interface ParsedLines<T> {
  readonly events: WatchEvent<T>[]
  /** Why the lines from here on are not read. */
  readonly malformed?: MalformedEventError
}

function parseEvents<T>(lines: readonly string[]): ParsedLines<T> {
  const events: WatchEvent<T>[] = []
  for (const line of lines) {
    const event = parseLine(line)
    if (event instanceof MalformedEventError) return { events, malformed: event }
    if (!isEvent<T>(event)) return { events, malformed: malformedLine('no event', line) }
    events.push(event)
  }
  return { events }
}

function parseLine(line: string): unknown {
  try {
    return parseJson(line)
  } catch (cause) {
    return malformedLine('no JSON', line, cause)
  }
}

function malformedLine(what: string, line: string, cause?: unknown): MalformedEventError {
  const text = `the watch sent a line that is ${what}: ${line.slice(0, 100)}`
  return new MalformedEventError(text, { cause })
}

function isEvent<T>(value: unknown): value is WatchEvent<T> {
  if (typeof value !== 'object' || value === null) return false
  return (
    'type' in value && eventTypes.has(value.type) && 'object' in value && isObject(value.object)
  )
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
