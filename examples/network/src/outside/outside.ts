/** A network as it is outside. */
export interface ActualNetwork {
  readonly cidr: string
  readonly gateway: string
}

/** The service that has the networks. It knows nothing of Kubernetes. */
export class Outside {
  readonly #url: URL

  constructor(url: string) {
    this.#url = new URL('/networks/', url)
  }

  /** The keys of all networks that there are. */
  async list(signal?: AbortSignal): Promise<readonly string[]> {
    const response = await this.#request('GET', '', { signal })
    return (await response.json()) as string[]
  }

  async get(key: string): Promise<ActualNetwork | undefined> {
    const response = await this.#request('GET', key)
    if (response.status !== 404) return (await response.json()) as ActualNetwork
    await response.body?.cancel()
    return undefined
  }

  async put(key: string, network: ActualNetwork): Promise<void> {
    await this.#request('PUT', key, { body: JSON.stringify(network) })
  }

  async delete(key: string): Promise<void> {
    await this.#request('DELETE', key)
  }

  async #request(
    method: string,
    key: string,
    { body, signal }: { body?: string; signal?: AbortSignal | undefined } = {},
  ): Promise<Response> {
    const timeout = AbortSignal.timeout(10_000)
    const response = await fetch(new URL(encodeURIComponent(key), this.#url), {
      method,
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      ...(body === undefined ? {} : { body }),
    })
    if (!response.ok && response.status !== 404) {
      throw new Error(`the network service answered ${response.status} to ${method} ${key}`)
    }
    return response
  }
}
