import type { CustomResourceDefinition } from '../../src/apimachinery/custom-resource-definition.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { StatusError, type RestClient } from '../../src/testing/index.ts'
import { readObjects } from '../oracle/controller-gen.ts'
import { isJsonObject } from '../oracle/to-json.ts'
import type { CaseDocument } from './case-folder.ts'

/** The document as a whole object: what it leaves out comes from the one kind of the case. */
export function completeDocument(
  document: CaseDocument,
  definitions: readonly CustomResourceDefinition[],
): KubernetesObject {
  const [definition] = definitions
  const isWhole = 'apiVersion' in document.value && 'kind' in document.value
  if (!isWhole && (definition === undefined || definitions.length > 1)) {
    throw new Error(`${document.title} must name its apiVersion and kind: the case has several`)
  }
  const { metadata, ...rest } = document.value
  return {
    apiVersion: `${definition?.spec.group ?? ''}/${storageVersion(definition)}`,
    kind: definition?.spec.names.kind ?? '',
    ...rest,
    metadata: { name: document.defaultName, ...(isJsonObject(metadata) ? metadata : {}) },
  }
}

/**
 * Makes or replaces the object, its status through the subresource where there is one, and returns
 * what the server holds then, every digit kept. Rejects as the server refuses.
 */
export async function sendDocument(
  client: RestClient,
  object: KubernetesObject,
): Promise<KubernetesObject> {
  const descriptor = await client.describe(object)
  const hasStatus = 'status' in object && descriptor.subresources.includes('status')
  const stored = await createOrReplace(client, object, hasStatus)
  if (hasStatus) {
    await client.update({ ...stored, status: object['status'] }, { subresource: 'status' })
  }
  const { name, namespace = 'default' } = stored.metadata
  const scope = descriptor.scope === 'Namespaced' ? `namespaces/${namespace}/` : ''
  const { body } = await client.raw({
    method: 'GET',
    path: `/apis/${object.apiVersion}/${scope}${descriptor.plural}/${name ?? ''}`,
  })
  return readObjects(body)[0] ?? stored
}

async function createOrReplace(
  client: RestClient,
  object: KubernetesObject,
  hasStatus: boolean,
): Promise<KubernetesObject> {
  try {
    const created = await client.create(object)
    if (hasStatus && 'status' in created) throw new Error('the status came beside the subresource')
    return created
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === 'AlreadyExists')) throw error
    const descriptor = await client.describe(object)
    const { name = '', namespace } = object.metadata
    const { metadata } = await client.get(descriptor, { name, namespace })
    return client.update({ ...object, metadata: { ...metadata, ...object.metadata } })
  }
}

/** The object without what the server adds to every object. */
export function withoutServerFields(object: KubernetesObject): KubernetesObject {
  const { name, generateName, labels, annotations, finalizers, ownerReferences } = object.metadata
  const metadata = { name, generateName, labels, annotations, finalizers, ownerReferences }
  return {
    ...object,
    metadata: Object.fromEntries(
      Object.entries(metadata).filter(([, value]) => value !== undefined),
    ),
  }
}

function storageVersion(definition: CustomResourceDefinition | undefined): string {
  return definition?.spec.versions.find((version) => version.storage)?.name ?? ''
}
