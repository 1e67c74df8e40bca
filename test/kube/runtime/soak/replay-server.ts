import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CertificateAuthority } from '../../../../src/runtime/certificates/certificate-authority.ts'
import type { Connection } from '../../../../src/testing/index.ts'
import { bigNumber, Gadget } from '../scenarios/gadget.ts'
import { digestOf } from './digest.ts'

export interface ReplayOptions {
  /** How many objects there are at the start. */
  readonly objects: number
  /** How many bytes of text each has. */
  readonly textLength: number
}

/** How an answer to a watch ends. */
export type Ending = 'clean' | 'broken' | 'half-line'

interface Stored {
  readonly name: string
  readonly uid: string
  readonly resourceVersion: number
  readonly value: bigint
}

const keptChanges = 1_000
const apiVersion = `${Gadget.group}/${Gadget.version}`

/**
 * An API server of one kind as far as a list and a watch see it, fast enough to be no bottleneck: it makes up changes,
 * sends them to the one watch that is open, ends watches, and forgets tokens.
 */
export class ReplayServer {
  readonly #server: Server
  readonly #authority = new CertificateAuthority('kops-replay')
  readonly #objects = new Map<number, Stored>()
  readonly #text: string
  #version = 1000
  #token = 'token-0'
  #watch: ServerResponse | undefined
  #onWatch: (() => void) | undefined
  /** The last changes: a new watch resumes from among them. */
  #history: { readonly version: number; readonly line: string }[] = []
  reconnects = 0
  refusals = 0

  static async start(options: ReplayOptions): Promise<ReplayServer> {
    const server = new ReplayServer(options)
    server.#server.listen(0, '127.0.0.1')
    await once(server.#server, 'listening')
    return server
  }

  private constructor({ objects, textLength }: ReplayOptions) {
    this.#text = 'x'.repeat(textLength)
    for (let index = 0; index < objects; index += 1) this.#store(index, `uid-${index}`)
    const { certificate: cert, privateKey: key } = this.#authority.issue({
      commonName: 'replay',
      hosts: ['127.0.0.1'],
    })
    this.#server = createServer({ cert, key }, (request, response) =>
      this.#serve(request, response),
    )
  }

  get connection(): Connection {
    const { port } = this.#server.address() as AddressInfo
    return {
      server: `https://127.0.0.1:${port}`,
      certificateAuthority: this.#authority.certificate,
      token: this.#token,
    }
  }

  /** From now on only this token is good; watches that are open go on. */
  rotate(token: string): void {
    this.#token = token
  }

  get resourceVersion(): string {
    return String(this.#version)
  }

  /** What a store must hold: names, versions and numbers. */
  digest(): string {
    const lines = [...this.#objects.values()].map(
      ({ name, uid, resourceVersion, value }) => `${name} ${uid} ${resourceVersion} ${value}`,
    )
    return digestOf(lines)
  }

  /** Resolves when a watch is open. */
  async watched(): Promise<void> {
    if (this.#watch !== undefined) return
    await new Promise<void>((resolve) => (this.#onWatch = resolve))
  }

  /** Sends changes of random objects to the watch. One in ten objects is deleted and made anew. */
  async send(count: number): Promise<void> {
    const lines: string[] = []
    for (let sent = 0; sent < count; sent += 1) {
      const index = this.#version % this.#objects.size
      if (this.#version % 10 === 0 && sent + 1 < count) {
        lines.push(this.#delete(index))
        sent += 1
        lines.push(this.#line('ADDED', this.#store(index, `uid-${index}-${this.#version}`)))
      } else {
        const uid = this.#objects.get(index)?.uid ?? ''
        lines.push(this.#line('MODIFIED', this.#store(index, uid)))
      }
    }
    const watch = this.#watch
    if (watch?.destroyed === false && !watch.write(lines.join(''))) {
      await Promise.race([once(watch, 'drain'), once(watch, 'close')])
    }
  }

  /** Ends the watch, and returns when the next one is open. */
  async reconnect(ending: Ending): Promise<void> {
    await this.watched()
    const watch = this.#watch
    if (watch === undefined) throw new Error('no watch is open')
    this.#watch = undefined
    this.reconnects += 1
    if (ending === 'clean') watch.end()
    else if (ending === 'broken') watch.socket?.destroy()
    else watch.write('{"type":"MODIFIED","object":{"metad', () => watch.socket?.destroy())
    await this.watched()
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const { searchParams } = new URL(request.url ?? '', 'https://replay')
    if (request.headers.authorization !== `Bearer ${this.#token}`) {
      this.refusals += 1
      response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized')
    } else if (['1', 'true'].includes(searchParams.get('watch') ?? '')) {
      this.#openWatch(searchParams, response)
    } else {
      this.#list(searchParams, response)
    }
  }

  /** A page; the token of the next one is where it starts. Nothing changes meanwhile. */
  #list(parameters: URLSearchParams, response: ServerResponse): void {
    const start = Number(parameters.get('continue') ?? '0')
    const end = start + (Number(parameters.get('limit') ?? '0') || this.#objects.size)
    const items = [...this.#objects.values()].slice(start, end).map((each) => this.#render(each))
    const metadata = JSON.stringify({
      resourceVersion: String(this.#version),
      ...(end < this.#objects.size && { continue: String(end) }),
    })
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        `{"apiVersion":"${apiVersion}","kind":"GadgetList","metadata":${metadata},"items":[${items.join(',')}]}`,
      )
  }

  #openWatch(parameters: URLSearchParams, response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' })
    const from = Number(parameters.get('resourceVersion') ?? '0')
    if (parameters.get('sendInitialEvents') === 'true') {
      for (const stored of this.#objects.values())
        response.write(this.#line('ADDED', stored, false))
      response.write(this.#bookmark())
    } else {
      const missed = this.#history.filter(({ version }) => version > from)
      response.write(missed.map(({ line }) => line).join('') || this.#bookmark())
    }
    // What was on its way when a watch broke is asked for again: no more than that is kept.
    this.#history = this.#history.slice(-keptChanges)
    this.#watch = response
    response.once('close', () => {
      if (this.#watch === response) this.#watch = undefined
    })
    this.#onWatch?.()
    this.#onWatch = undefined
  }

  #store(index: number, uid: string): Stored {
    this.#version += 1
    const resourceVersion = this.#version
    const value = bigNumber(resourceVersion)
    const stored = { name: `gadget-${index}`, uid, resourceVersion, value }
    this.#objects.set(index, stored)
    return stored
  }

  #delete(index: number): string {
    const stored = this.#objects.get(index)
    if (stored === undefined) throw new Error(`no object ${index}`)
    this.#version += 1
    return this.#line('DELETED', { ...stored, resourceVersion: this.#version })
  }

  #line(type: string, stored: Stored, isChange = true): string {
    const line = `{"type":"${type}","object":${this.#render(stored)}}\n`
    if (isChange) this.#history.push({ version: stored.resourceVersion, line })
    return line
  }

  #render({ name, uid, resourceVersion, value }: Stored): string {
    const metadata = `{"name":"${name}","namespace":"default","uid":"${uid}","resourceVersion":"${resourceVersion}","labels":{"app":"gadget"}}`
    const spec = `{"value":${value},"text":"${value} ${this.#text}"}`
    return `{"apiVersion":"${apiVersion}","kind":"Gadget","metadata":${metadata},"spec":${spec}}`
  }

  #bookmark(): string {
    const metadata = {
      resourceVersion: String(this.#version),
      annotations: { 'k8s.io/initial-events-end': 'true' },
    }
    return `${JSON.stringify({ type: 'BOOKMARK', object: { apiVersion, kind: 'Gadget', metadata } })}\n`
  }
}
