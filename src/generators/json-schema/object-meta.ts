import type { JsonObject } from '../../apimachinery/json.ts'

const text: JsonObject = { type: 'string' }
const texts: JsonObject = { type: 'object', additionalProperties: text }

/** The metadata of an object as someone writes it in a manifest; what the server fills in may be there as well. */
export const objectMeta: JsonObject = {
  description: 'Standard object metadata.',
  type: 'object',
  properties: {
    name: { description: 'Unique within a namespace.', ...text },
    generateName: { description: 'Prefix of a name that the server makes.', ...text },
    namespace: { description: 'The namespace of a namespaced object.', ...text },
    labels: { description: 'Names by which objects are selected.', ...texts },
    annotations: { description: 'Notes of tools and people.', ...texts },
    finalizers: {
      description: 'What must be done before the object goes.',
      type: 'array',
      items: text,
    },
    ownerReferences: {
      description: 'Objects that this one goes with.',
      type: 'array',
      items: {
        type: 'object',
        properties: {
          apiVersion: text,
          kind: text,
          name: text,
          uid: text,
          controller: { type: 'boolean' },
          blockOwnerDeletion: { type: 'boolean' },
        },
        required: ['apiVersion', 'kind', 'name', 'uid'],
        additionalProperties: false,
      },
    },
    uid: text,
    resourceVersion: text,
    generation: { type: 'integer' },
    creationTimestamp: { type: ['string', 'null'] },
    deletionTimestamp: text,
    deletionGracePeriodSeconds: { type: 'integer' },
    managedFields: { type: 'array' },
    selfLink: text,
  },
  additionalProperties: false,
}
