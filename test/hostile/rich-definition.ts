import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'

/** The objects whose keys are anyone's choice. */
export function isMapOfDefinition(path: string): boolean {
  return /(?:^|\.)(?:labels|annotations|properties|default|example)$/.test(path)
}

const rules: JsonValue = [
  {
    rule: 'self.guns >= 0',
    message: 'no negative guns',
    messageExpression: '"guns: " + string(self.guns)',
    reason: 'FieldValueInvalid',
    fieldPath: '.guns',
  },
]

const root: JsonValue = {
  type: 'object',
  description: 'A frigate.',
  title: 'Frigate',
  properties: {
    apiVersion: { type: 'string', description: 'Of the schema.' },
    kind: { type: 'string', description: 'Of the object.' },
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      description: 'What is wanted.',
      required: ['guns'],
      'x-kubernetes-map-type': 'atomic',
      'x-kubernetes-validations': rules,
      properties: {
        guns: { type: 'integer', format: 'int32', minimum: 0, description: 'How many.' },
        name: {
          type: 'string',
          title: 'Name',
          format: 'hostname',
          pattern: '^[a-z]+$',
          default: 'a',
          example: 'b',
          externalDocs: { url: 'https://example.org/name', description: 'More.' },
        },
        size: { type: 'string', enum: ['small', 'large'] },
        crew: {
          type: 'array',
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['rank'],
          items: {
            type: 'object',
            required: ['rank'],
            properties: { rank: { type: 'string' }, count: { type: 'integer' } },
          },
        },
        ports: { type: 'array', items: { type: 'string', pattern: '^a', description: 'A port.' } },
        cargo: {
          type: 'object',
          default: { tea: 'some' },
          additionalProperties: { type: 'string', description: 'Of cargo.' },
        },
        choice: {
          type: 'object',
          properties: { left: { type: 'string' }, right: { type: 'string' } },
          oneOf: [{ required: ['left'] }, { required: ['right'] }],
        },
        word: {
          type: 'string',
          allOf: [{ pattern: '^b' }],
          anyOf: [{ enum: ['x'] }, { format: 'uuid' }],
          not: { pattern: 'c$' },
        },
      },
    },
    status: {
      type: 'object',
      properties: { guns: { type: 'integer' }, selector: { type: 'string' } },
    },
  },
}

const version: JsonValue = {
  name: 'v1',
  served: true,
  storage: true,
  deprecated: true,
  deprecationWarning: 'use another one',
  additionalPrinterColumns: [
    {
      name: 'Guns',
      type: 'integer',
      format: 'int32',
      jsonPath: '.spec.guns',
      description: 'How many',
    },
  ],
  selectableFields: [{ jsonPath: '.spec.name' }],
  subresources: {
    status: {},
    scale: {
      specReplicasPath: '.spec.guns',
      statusReplicasPath: '.status.guns',
      labelSelectorPath: '.status.selector',
    },
  },
  schema: { openAPIV3Schema: root },
}

/** A definition that has a string in every place that a definition can have one. */
export const richDefinition: JsonObject = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {
    name: 'frigates.ship.example.org',
    labels: { app: 'ships' },
    annotations: { 'example.org/note': 'a note' },
  },
  spec: {
    group: 'ship.example.org',
    names: {
      kind: 'Frigate',
      listKind: 'FrigateList',
      plural: 'frigates',
      singular: 'frigate',
      shortNames: ['fr'],
      categories: ['all'],
    },
    scope: 'Namespaced',
    conversion: {
      strategy: 'Webhook',
      webhook: {
        conversionReviewVersions: ['v1'],
        clientConfig: {
          caBundle: 'Cg==',
          service: { name: 'hooks', namespace: 'ships', path: '/convert', port: 443 },
        },
      },
    },
    versions: [
      version,
      {
        name: 'v1beta1',
        served: false,
        storage: false,
        schema: { openAPIV3Schema: { type: 'object' } },
      },
    ],
  },
}
