import { StatusError } from '../../apimachinery/status.ts'
import type { CrdText } from '../../generators/import/read-crds.ts'
import { createClient } from '../../runtime/client/create-client.ts'
import { loadConnection } from '../../runtime/client/load-connection.ts'
import type { Requester } from '../../runtime/client/requester.ts'
import { UnreadableSourceError } from './unreadable-source-error.ts'

/** Which cluster is meant; what is not said is chosen as kubectl does. */
export interface ClusterChoice {
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  readonly environment: NodeJS.ProcessEnv
}

const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions?limit=100'

/** The definitions that a cluster has, as the texts in which it lists them. */
export async function readCluster(choice: ClusterChoice): Promise<CrdText[]> {
  const connection = await loadConnection(choice)
  const client = createClient(connection, { fieldManager: 'kops' })
  try {
    return await readPages(client.requester)
  } catch (error) {
    if (error instanceof StatusError && error.status.code === 403) {
      const helps = ['ask for the right to list customresourcedefinitions.apiextensions.k8s.io']
      throw new UnreadableSourceError(error.message, helps)
    }
    throw error
  } finally {
    client.close()
  }
}

async function readPages(requester: Requester): Promise<CrdText[]> {
  const texts: CrdText[] = []
  for (let token = ''; ;) {
    const more = token === '' ? '' : `&continue=${encodeURIComponent(token)}`
    const text = await requester.text({ method: 'GET', path: path + more })
    texts.push({ path: '<cluster>', text })
    token = continueToken(text)
    if (token === '') return texts
  }
}

/** Metadata of a list stands at its beginning. */
function continueToken(text: string): string {
  const [, token = ''] =
    /"metadata":\{[^{}]*?"continue":"([^"]+)"/.exec(text.slice(0, text.indexOf('"items"'))) ?? []
  return token
}
