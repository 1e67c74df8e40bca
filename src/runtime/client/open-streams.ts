import type { Readable } from 'node:stream'
import { ConnectionError } from './transport.ts'

/**
 * The answers of a transport that last. They are ended when certificates change, as client-go does: whoever reads one
 * goes on over a new connection, as the one that the new certificate names.
 */
export class OpenStreams {
  readonly #streams = new Set<Readable>()

  hold(stream: Readable): void {
    this.#streams.add(stream)
    stream.once('close', () => this.#streams.delete(stream))
  }

  end(): void {
    for (const stream of this.#streams) {
      stream.destroy(new ConnectionError('the certificates of the connection have changed'))
    }
  }
}
