import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../../../src/apimachinery/custom-resource-definition.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import type { StatusCause } from '../../../src/apimachinery/status.ts'
import { StatusError, type RestClient } from '../../../src/testing/index.ts'
import { isSameJson } from '../../../src/apiextensions/values/json-kind.ts'
import { ResourceValidator } from '../../../src/validation/index.ts'

/** What a validator and the API server said of an object. */
export interface Comparison {
  readonly outcome: 'taken' | 'refused' | 'unchecked'
  /** Absent where they agree. */
  readonly difference?: object | undefined
}

/** A definition of one version whose objects have such a spec. */
export function definitionOf(
  { group, kind }: { readonly group: string; readonly kind: string },
  spec: JSONSchemaProps,
): CustomResourceDefinition {
  const singular = kind.toLowerCase()
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  }
}

/** The validator of a definition's only version. */
export function validatorOf({ spec }: CustomResourceDefinition): ResourceValidator {
  const [version] = spec.versions
  if (version === undefined) throw new Error('the definition has no version')
  return new ResourceValidator({
    group: spec.group,
    version: version.name,
    kind: spec.names.kind,
    schema: version.schema.openAPIV3Schema,
    subresources: version.subresources,
  })
}

/** Sends an object, without storing it, and holds the answer against what the validator says. */
export async function compareWithServer(
  client: RestClient,
  object: KubernetesObject,
  validator: ResourceValidator,
): Promise<Comparison> {
  const { errors, unchecked } = validator.judge(object)
  const answer = await send(client, object)
  const mine = errors.map(showCause).sort()
  if ('stored' in answer) {
    const completed = validator.default(object) as KubernetesObject
    const difference =
      mine.length > 0
        ? { refusedHere: mine }
        : isSameJson(answer.stored['spec'], completed['spec'])
          ? undefined
          : { stored: answer.stored['spec'], here: completed['spec'] }
    return { outcome: unchecked.length > 0 ? 'unchecked' : 'taken', difference }
  }
  const theirs = answer.causes.toSorted()
  if (unchecked.length > 0) {
    const invented = mine.filter((each) => !theirs.includes(each))
    return {
      outcome: 'unchecked',
      difference: invented.length > 0 ? { invented, theirs } : undefined,
    }
  }
  const isSame = answer.isUnreadable ? mine.length > 0 : isSameJson(mine, theirs)
  return { outcome: 'refused', difference: isSame ? undefined : { mine, theirs, answer } }
}

type Answer =
  | { readonly stored: KubernetesObject }
  | { readonly causes: readonly string[]; readonly isUnreadable: boolean }

function send(client: RestClient, object: KubernetesObject): Promise<Answer> {
  return judgeAsServer(() => client.create(object, { dryRun: true }))
}

/** What the API server says to a write. */
export async function judgeAsServer(write: () => Promise<KubernetesObject>): Promise<Answer> {
  try {
    return { stored: await write() }
  } catch (error) {
    if (!(error instanceof StatusError) || !/^(Invalid|BadRequest)$/.test(error.reason)) throw error
    return { causes: error.causes.map(showCause), isUnreadable: error.reason === 'BadRequest' }
  }
}

/** Where both sides of an operator lack a key, either may be named. */
function showCause({ reason = '', field = '', message = '' }: StatusCause): string {
  return `${reason} ${field}: ${message.replace(/no such key: \w+/, 'no such key')}`
}
