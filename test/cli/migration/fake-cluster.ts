import { createHash } from 'node:crypto'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type { Requester } from '../../../src/runtime/client/requester.ts'
import type { TransportRequest } from '../../../src/runtime/client/transport.ts'
import type { StoredDefinition } from '../../../src/cli/migration/stored-definition.ts'

interface FakeObject {
  readonly name: string
  stored: string
  resourceVersion: number
}

/** As much of an API server as a migration asks: one definition, whose objects know the version that they are stored in. */
export class FakeCluster {
  definition: StoredDefinition
  readonly objects: FakeObject[]
  /** Tokens that the server has forgotten. */
  readonly expired = new Set<string>()
  readonly requests: string[] = []
  /** Called before each request is answered. */
  onRequest: (request: TransportRequest) => void = () => undefined

  constructor(count: number) {
    this.objects = Array.from({ length: count }, (_, index) => ({
      name: `a${index}`,
      stored: 'v1',
      resourceVersion: 1,
    }))
    const version = (name: string, storage: boolean) => ({ name, storage, served: true })
    this.definition = {
      metadata: { name: 'shops.my.domain', generation: 2, uid: 'u', resourceVersion: '7' },
      spec: {
        group: 'my.domain',
        scope: 'Cluster',
        names: { kind: 'Shop', plural: 'shops' },
        versions: [version('v1', false), version('v2', true)],
      },
      status: { storedVersions: ['v1', 'v2'] },
    }
  }

  /** The part of a requester that migrations use. */
  get requester(): Requester {
    const json = (request: TransportRequest): Promise<unknown> => this.#answer(request)
    return { json } as Requester
  }

  change(metadata: Partial<StoredDefinition['metadata']>): void {
    this.definition = {
      ...this.definition,
      metadata: { ...this.definition.metadata, ...metadata },
    }
  }

  async #answer(request: TransportRequest): Promise<unknown> {
    const { method, path, body } = request
    this.requests.push(`${method} ${path}`)
    this.onRequest(request)
    const patch = typeof body === 'string' ? (JSON.parse(body) as Patch) : {}
    if (path.includes('/customresourcedefinitions/')) return this.#answerDefinition(path, patch)
    if (path === '/apis/my.domain/v2') return { resources: [{ name: 'shops', storageVersionHash }] }
    if (path.startsWith('/apis/storagemigration')) throw refusal(404, 'NotFound')
    if (method === 'GET') return this.#list(new URL(path, 'https://a').searchParams)
    return this.#rewrite(path.slice(path.lastIndexOf('/') + 1), patch)
  }

  #answerDefinition(path: string, { metadata, status }: Patch): StoredDefinition {
    if (path.endsWith('/status') && status !== undefined) {
      this.definition = { ...this.definition, status }
    } else if (metadata?.annotations !== undefined) {
      const given = { ...this.definition.metadata.annotations, ...metadata.annotations }
      const annotations = Object.entries(given).filter(([, value]) => value !== null)
      this.change({ annotations: Object.fromEntries(annotations) as Record<string, string> })
    }
    return this.definition
  }

  #list(query: URLSearchParams): unknown {
    const token = query.get('continue') ?? '0'
    if (this.expired.has(token)) {
      const later = token.replace('old-', '')
      throw refusal(410, 'Expired', { continue: later })
    }
    const start = Number(token)
    const end = start + Number(query.get('limit'))
    const rest = this.objects.length - end
    return {
      metadata: rest > 0 ? { continue: String(end), remainingItemCount: rest } : {},
      items: this.objects.slice(start, end).map(metadataOf),
    }
  }

  #rewrite(name: string, { metadata }: Patch): unknown {
    const object = this.objects.find((each) => each.name === name)
    if (object === undefined) throw refusal(404, 'NotFound')
    if (metadata?.resourceVersion !== String(object.resourceVersion)) throw refusal(409, 'Conflict')
    if (object.stored !== 'v2') object.resourceVersion += 1
    object.stored = 'v2'
    return metadataOf(object)
  }
}

interface Patch {
  readonly metadata?: {
    readonly resourceVersion?: string
    readonly annotations?: Record<string, string | null>
  }
  readonly status?: { readonly storedVersions: readonly string[] }
}

const storageVersionHash = createHash('sha256')
  .update('my.domain/v2/Shop')
  .digest()
  .subarray(0, 8)
  .toString('base64')

function metadataOf({ name, resourceVersion }: FakeObject): object {
  return { metadata: { name, resourceVersion: String(resourceVersion) } }
}

export function refusal(code: number, reason: string, metadata = {}): StatusError {
  return new StatusError({ apiVersion: 'v1', kind: 'Status', code, reason, message: reason, metadata }) // prettier-ignore
}
