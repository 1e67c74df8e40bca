import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import {
  installCustomResourceDefinitions,
  readDefinitions,
  type CustomResourceDefinitionSource,
} from './install-custom-resource-definitions.ts'
import type { LocalWebhooks } from './local-webhooks.ts'
import type { RestClient } from './rest-client.ts'
import { waitUntilConsulted } from './webhook-probe.ts'
import {
  readConfigurations,
  redirectConfiguration,
  redirectConversion,
  withoutConversion,
  type Redirection,
  type WebhookConfiguration,
  type WebhookSource,
} from './webhook-sources.ts'

export interface InstallWebhooksOptions extends Omit<Redirection, 'local'> {
  /** The configurations to install. */
  readonly webhooks?: readonly WebhookSource[]
  /** Definitions to install, with those that a webhook converts converted by the test's own server. */
  readonly crds?: readonly CustomResourceDefinitionSource[]
  /** How long the server and the API server may take until they answer. Default: half a minute. */
  readonly timeoutMs?: number
}

/** Webhooks that the API server consults. */
export interface InstalledWebhooks {
  readonly configurations: readonly WebhookConfiguration[]
  readonly definitions: readonly CustomResourceDefinition[]
  /** Removes the configurations; the definitions stay, converted by nobody. */
  remove(): Promise<void>
}

const defaultTimeoutMs = 30_000

/**
 * Installs webhook configurations and definitions with their client configuration rewritten to a server of the test,
 * and returns once that server answers and the API server consults it. Start the server first, with the address and
 * certificate of `local`.
 */
export async function installWebhooks(
  client: RestClient,
  local: LocalWebhooks,
  options: InstallWebhooksOptions,
): Promise<InstalledWebhooks> {
  const { webhooks = [], crds = [], timeoutMs = defaultTimeoutMs, ...redirection } = options
  const read = await readDefinitions(crds)
  const definitions = read.map((each) => redirectConversion(each, local))
  const configurations = (await readConfigurations(webhooks)).map((each) =>
    redirectConfiguration(each, { ...redirection, local }),
  )
  await local.listening(timeoutMs)
  await installCustomResourceDefinitions(client, definitions, { timeoutMs })
  for (const configuration of configurations) await client.apply(configuration)
  if (configurations.length > 0) await waitUntilConsulted(client, timeoutMs)
  return {
    configurations,
    definitions,
    async remove() {
      await Promise.all(configurations.map((each) => client.delete(each)))
      await Promise.all(definitions.map((each) => client.apply(withoutConversion(each))))
    },
  }
}
