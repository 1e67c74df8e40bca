import type { Socket } from 'node:net'
import type { HttpRequest } from './http-answer.ts'

/** How long a connection may have said nothing before it makes room for another one. */
const idleMs = 1000

interface Connection {
  readonly socket: Socket
  /** Requests that are being answered. */
  requests: number
  /** When it was opened, or answered its last request. */
  idleSince: number
  /** There was no room for it: its requests are refused. */
  readonly isExcess: boolean
}

/**
 * Bounds how many connections a server has. Where there are as many as it takes, an idle one makes room for the next;
 * where none is idle, the next one is answered that it should come again, up to a quarter more, and cut off beyond.
 */
export class ConnectionLimit {
  readonly #limit: number
  readonly #now: () => number
  /** By the peer's address and port, the oldest first. */
  readonly #connections = new Map<string, Connection>()

  constructor(limit: number, now: () => number) {
    this.#limit = limit
    this.#now = now
  }

  /** A connection was opened. */
  open(socket: Socket): void {
    const isExcess = this.#connections.size >= this.#limit && !this.#makeRoom()
    if (this.#connections.size >= this.#limit * 1.25) {
      socket.destroy()
      return
    }
    const key = keyOf(socket)
    const connection = { socket, requests: 0, idleSince: this.#now(), isExcess }
    this.#connections.set(key, connection)
    socket.once('close', () => {
      if (this.#connections.get(key) === connection) this.#connections.delete(key)
    })
  }

  /** A request arrived: whether it is to be answered. */
  begin({ socket }: HttpRequest): boolean {
    const connection = this.#connections.get(keyOf(socket))
    if (connection === undefined) return true
    connection.requests++
    return !connection.isExcess
  }

  /** A request was answered, or given up. */
  end({ socket }: HttpRequest): void {
    const connection = this.#connections.get(keyOf(socket))
    if (connection === undefined) return
    connection.requests--
    connection.idleSince = this.#now()
  }

  #makeRoom(): boolean {
    const now = this.#now()
    for (const [key, { socket, requests, idleSince }] of this.#connections) {
      if (requests > 0 || now - idleSince < idleMs) continue
      this.#connections.delete(key)
      socket.destroy()
      return true
    }
    return false
  }
}

function keyOf({ remoteAddress = '', remotePort = 0 }: Partial<Socket>): string {
  return `${remoteAddress} ${remotePort}`
}
