import { parseJson } from '../../apimachinery/json-text.ts'
import type { WatchEvent } from './client.ts'
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

/**
 * The events of a watch's body, in order, as batches of what one chunk completes. A line that the stream's end cuts
 * off is dropped. Rejects where the connection breaks, or a line is no event.
 */
export async function* readWatchEvents<T>(
  { body }: TransportResponse,
  onActivity: () => void = () => undefined,
): AsyncGenerator<readonly WatchEvent<T>[]> {
  const decoder = new LineDecoder()
  try {
    for await (const chunk of body) {
      onActivity()
      const lines = decoder.push(chunk)
      if (lines.length > 0) yield lines.map((line) => parseEvent<T>(line))
    }
  } catch (error) {
    if (error instanceof MalformedEventError) throw error
    throw new ConnectionError('the watch broke off', { cause: error })
  } finally {
    body.destroy()
  }
}

function parseEvent<T>(line: string): WatchEvent<T> {
  const event = parseLine(line)
  if (isEvent<T>(event)) return event
  throw new MalformedEventError(`the watch sent a line that is no event: ${line.slice(0, 100)}`)
}

function parseLine(line: string): unknown {
  try {
    return parseJson(line)
  } catch (error) {
    const text = `the watch sent a line that is no JSON: ${line.slice(0, 100)}`
    throw new MalformedEventError(text, { cause: error })
  }
}

function isEvent<T>(value: unknown): value is WatchEvent<T> {
  if (typeof value !== 'object' || value === null) return false
  return (
    'type' in value && eventTypes.has(value.type) && 'object' in value && isObject(value.object)
  )
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
