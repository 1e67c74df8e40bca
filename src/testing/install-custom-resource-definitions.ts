import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import { pathSegment } from '../apimachinery/path-segment.ts'
import { groupVersionPath } from '../runtime/client/paths.ts'
import { isOfKind, ManifestError, readManifests } from './read-manifests.ts'
import type { RestClient } from './rest-client.ts'
import { waitFor } from './wait.ts'

/** A custom resource definition: the object, or the path of a YAML file or of a folder of YAML files. */
export type CustomResourceDefinitionSource = string | CustomResourceDefinition

export interface InstallOptions {
  /** The field manager of the server-side apply. Default: `kops`. */
  readonly fieldManager?: string
  /** How long each definition may take until it is served. Default: half a minute. */
  readonly timeoutMs?: number
}

/** A condition of a definition, as the server reports it. */
interface Observed {
  readonly status?: {
    readonly conditions?: readonly { type: string; status: string; message?: string }[]
  }
}

const defaultTimeoutMs = 30_000

/**
 * Applies custom resource definitions (server-side) and returns them once the API server answers
 * requests for each version that is served. In files, objects of other kinds are left alone.
 */
export async function installCustomResourceDefinitions(
  client: RestClient,
  sources: readonly CustomResourceDefinitionSource[],
  options: InstallOptions = {},
): Promise<CustomResourceDefinition[]> {
  const { fieldManager = 'kops', timeoutMs = defaultTimeoutMs } = options
  const definitions = await readDefinitions(sources)
  await Promise.all(
    definitions.map(async (definition) => {
      await client.apply(definition, { fieldManager })
      await waitUntilServed(client, definition, timeoutMs)
    }),
  )
  return definitions
}

/** The definitions of all sources, in their order. */
export function readDefinitions(
  sources: readonly CustomResourceDefinitionSource[],
): Promise<CustomResourceDefinition[]> {
  return readManifests(sources, isDefinition)
}

function isDefinition(value: unknown): value is CustomResourceDefinition {
  return isOfKind(value, 'CustomResourceDefinition')
}

/** `Established` alone is not enough: the handler and discovery follow a moment later. */
async function waitUntilServed(
  client: RestClient,
  definition: CustomResourceDefinition,
  timeoutMs: number,
): Promise<void> {
  const { group, names, versions } = definition.spec
  const name = definition.metadata.name
  const ownPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${pathSegment('name of CustomResourceDefinition', name)}`
  const paths = versions
    .filter((version) => version.served)
    .map((version) => groupVersionPath(group, version.name))
  await waitFor(
    `${name} to be served`,
    async () => {
      const { status } = await client.request<Observed>({ method: 'GET', path: ownPath })
      const conditions = status?.conditions ?? []
      const refusal = conditions.find(
        (each) => each.type === 'NamesAccepted' && each.status === 'False',
      )
      if (refusal !== undefined) throw new ManifestError(`${name}: ${refusal.message ?? 'refused'}`)
      if (!conditions.some((each) => each.type === 'Established' && each.status === 'True')) {
        return false
      }
      const answers = await Promise.all(
        paths.flatMap((path) => [
          client.raw({
            method: 'GET',
            path: `${path}/${pathSegment('resource', names.plural)}?limit=1`,
          }),
          isDiscovered(client, path, names.plural),
        ]),
      )
      return answers.every(
        (answer) => answer === true || (answer !== false && answer.status === 200),
      )
    },
    { timeoutMs },
  )
}

async function isDiscovered(client: RestClient, path: string, plural: string): Promise<boolean> {
  const { status, body } = await client.raw({ method: 'GET', path })
  return status === 200 && body.includes(`"name":"${plural}"`)
}
