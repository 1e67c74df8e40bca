import type { GroupVersionKind, ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import { StatusError } from '../../apimachinery/status.ts'
import type { ResourceOf } from './client.ts'
import { orAborted } from './or-aborted.ts'
import { groupVersionPath } from './paths.ts'
import type { Requester } from './requester.ts'

interface DiscoveredResource {
  readonly name: string
  readonly kind: string
  readonly namespaced: boolean
}

/** What `/api` and `/apis` list. */
interface GroupLists {
  readonly versions?: readonly string[]
  readonly groups?: readonly {
    readonly versions?: readonly { readonly groupVersion: string }[]
  }[]
}

/** The server serves no such kind. */
export class NoKindMatchError extends Error {
  override readonly name = 'NoKindMatchError'
  readonly gvk: GroupVersionKind

  constructor(gvk: GroupVersionKind, options?: ErrorOptions) {
    super(
      `the server serves no kind ${gvk.kind} in ${gvk.group ? `${gvk.group}/` : ''}${gvk.version}`,
      options,
    )
    this.gvk = gvk
  }
}

/**
 * Finds the resource of a kind by discovery, one group version at a time and when it is first asked for: that is one
 * small request, where a list of all kinds is a megabyte on large clusters. What is found is kept; what is not is
 * asked for again at the next call, since CRDs come and go.
 */
export class ResourceMapper {
  readonly #requester: Requester
  readonly #byGroupVersion = new Map<string, Promise<readonly DiscoveredResource[]>>()

  constructor(requester: Requester) {
    this.#requester = requester
  }

  /** The descriptor itself, or the one that discovery gives. Throws `NoKindMatchError`. */
  async describe<T>(resource: ResourceOf<T>, signal?: AbortSignal): Promise<ResourceDescriptor<T>> {
    if (resource.plural !== undefined) return resource
    const known = await this.#find(resource, signal)
    const found = known ?? (await this.#findAnew(resource, signal))
    if (found === undefined) throw new NoKindMatchError(resource)
    return found as ResourceDescriptor<T>
  }

  /** Whether discovery lists the kind, asked anew. Rejects where discovery gives no answer. */
  async isServed(resource: ResourceOf<unknown>, signal?: AbortSignal): Promise<boolean> {
    const found = await this.#findAnew(resource, signal)
    const { plural = found?.plural } = resource
    return found !== undefined && found.plural === plural
  }

  /** Forgets a group version whose resources turned out to be gone. */
  forget({ group, version }: GroupVersionKind): void {
    this.#byGroupVersion.delete(`${group}/${version}`)
  }

  async #findAnew(
    gvk: GroupVersionKind,
    signal?: AbortSignal,
  ): Promise<ResourceDescriptor | undefined> {
    this.forget(gvk)
    return this.#find(gvk, signal)
  }

  async #find(
    gvk: GroupVersionKind,
    signal?: AbortSignal,
  ): Promise<ResourceDescriptor | undefined> {
    const { group, version, kind } = gvk
    const resources = await orAborted(this.#discover(group, version), signal)
    const resource = resources.find((each) => each.kind === kind && !each.name.includes('/'))
    if (resource === undefined) return undefined
    const prefix = `${resource.name}/`
    return {
      group,
      version,
      kind,
      plural: resource.name,
      scope: resource.namespaced ? 'Namespaced' : 'Cluster',
      subresources: resources
        .filter((each) => each.name.startsWith(prefix))
        .map((each) => each.name.slice(prefix.length)),
    }
  }

  /** Callers share an answer; none of them can cancel it for the others. */
  #discover(group: string, version: string): Promise<readonly DiscoveredResource[]> {
    const key = `${group}/${version}`
    const known = this.#byGroupVersion.get(key)
    if (known !== undefined) return known
    const path = groupVersionPath(group, version)
    const answer = this.#requester.json({ method: 'GET', path }).then(
      (list) => (list as { resources?: DiscoveredResource[] }).resources ?? [],
      (error: unknown) => {
        if (this.#byGroupVersion.get(key) === answer) this.#byGroupVersion.delete(key)
        if (error instanceof StatusError && error.code === 404) {
          return this.#unlessListed(group, version, error)
        }
        throw error
      },
    )
    this.#byGroupVersion.set(key, answer)
    return answer
  }

  /**
   * A 404 is no answer by itself: a server that starts and a proxy in between say it too. The list of all groups says
   * whether there is such a group version; where it is there, or cannot be read, the 404 is an error.
   */
  async #unlessListed(group: string, version: string, notFound: StatusError): Promise<readonly []> {
    const path = group === '' ? '/api' : '/apis'
    const answer = (await this.#requester.json({ method: 'GET', path })) as GroupLists
    const listed =
      group === ''
        ? answer.versions
        : answer.groups?.flatMap(({ versions = [] }) => versions.map((each) => each.groupVersion))
    const name = group === '' ? version : `${group}/${version}`
    if (listed === undefined || listed.includes(name)) throw notFound
    return []
  }
}
