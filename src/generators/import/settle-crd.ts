import type { JsonObject } from '../../apimachinery/json.ts'
import { isObject, textOf, within, type CrdPlace, type Path } from './crd-place.ts'
import { crdShapes, type Fields, type Shape } from './crd-shape.ts'
import { keepKnown } from './keep-known.ts'
import { upgradeCrd } from './upgrade-crd.ts'

const apiGroup = 'apiextensions.k8s.io'

/** What the server alone writes, and what says how an object is handled rather than what it is. */
const foreignMetadata =
  'annotations creationTimestamp deletionGracePeriodSeconds deletionTimestamp finalizers generateName generation labels managedFields name namespace ownerReferences resourceVersion selfLink uid'

/** Whether a document calls itself a CustomResourceDefinition. */
export function isCrd(value: JsonObject): boolean {
  if (value['kind'] !== 'CustomResourceDefinition') return false
  return textOf(value['apiVersion']).split('/')[0] === apiGroup
}

/**
 * A definition in the one form that all that follows works from: what the API server would keep of it, as v1, without
 * what is the server's own, and with the names that it fills in. Undefined where it cannot be read.
 */
export function settleCrd(
  document: JsonObject,
  base: Path | undefined,
  place: CrdPlace,
): JsonObject | undefined {
  const version = textOf(document['apiVersion']).slice(apiGroup.length + 1)
  if (version !== 'v1' && version !== 'v1beta1') {
    const details = {
      span: place.spanOf(within(base, 'apiVersion')),
      notes: ['kops knows v1 and v1beta1'],
    }
    place.sink.report('crd/unknown-version', { version: textOf(document['apiVersion']) }, details)
    return undefined
  }
  const known = keepKnown(withoutForeign(document), withEnvelope(crdShapes[version]), {
    path: base,
    place,
  })
  if (!isObject(known)) return undefined
  return fillNames(version === 'v1' ? known : upgradeCrd(known, base, place))
}

/** The shape with the fields that say of what kind an object is. */
function withEnvelope(shape: Shape): Shape {
  const fields = shape.is === 'object' ? shape.fields() : {}
  const envelope: Fields = { apiVersion: { is: 'string' }, kind: { is: 'string' }, ...fields }
  return { is: 'object', fields: () => envelope, keepsEmpty: true }
}

function withoutForeign({ status: _, metadata, ...document }: JsonObject): JsonObject {
  if (!isObject(metadata)) return metadata === undefined ? document : { ...document, metadata }
  const foreign = new Set(foreignMetadata.split(' '))
  const own = new Set(['name', 'labels', 'annotations'])
  const kept = Object.entries(metadata).filter(([name]) => own.has(name) || !foreign.has(name))
  return { ...document, metadata: Object.fromEntries(kept) }
}

/** The names that the API server makes up where they are missing. */
function fillNames(crd: JsonObject): JsonObject {
  const { spec } = crd
  const names = isObject(spec) ? spec['names'] : undefined
  if (!isObject(spec) || !isObject(names) || typeof names['kind'] !== 'string') return crd
  const { kind } = names
  const filled = { listKind: `${kind}List`, singular: kind.toLowerCase(), ...names }
  const { conversion, ...rest } = spec
  const isPlain = isObject(conversion) && conversion['strategy'] === 'None'
  const kept = conversion === undefined || isPlain ? rest : { ...rest, conversion }
  return { ...crd, spec: { ...kept, names: filled } }
}
