/** @type {import('kops/runtime').ResourceDescriptor<any>} */
export const Widget = {
  group: 'bench.kops.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
  subresources: ['status'],
}

const text = { type: 'string' }
const number = { type: 'integer', format: 'int32' }

/** The same types as bench/controller-runtime/widget.go. */
export const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.bench.kops.dev' },
  spec: {
    group: Widget.group,
    names: { kind: 'Widget', listKind: 'WidgetList', plural: 'widgets', singular: 'widget' },
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  image: text,
                  replicas: number,
                  selector: { type: 'object', additionalProperties: text },
                  settings: {
                    type: 'array',
                    items: { type: 'object', properties: { name: text, value: text } },
                  },
                },
              },
              status: {
                type: 'object',
                properties: { run: text, observedGeneration: { type: 'integer', format: 'int64' } },
              },
            },
          },
        },
      },
    ],
  },
}

/**
 * A Widget as it is stored: `bytes` of JSON, managed fields and all.
 * @param {number} index @param {number} bytes
 */
export function newWidget(index, bytes) {
  const name = `widget-${String(index).padStart(6, '0')}`
  const settings = [{ name: 'setting-0', value: '' }]
  const widget = {
    apiVersion: 'bench.kops.dev/v1',
    kind: 'Widget',
    metadata: {
      name,
      namespace: 'default',
      uid: `8f14e45f-ceea-467f-9b2c-${String(index).padStart(12, '0')}`,
      generation: 1,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { app: name, tier: index % 2 === 0 ? 'front' : 'back' },
      managedFields: [managedFields],
    },
    spec: {
      image: `registry.example/app:${index}`,
      replicas: 3,
      selector: { app: name },
      settings,
    },
    status: { run: 'none', observedGeneration: 1 },
  }
  const step = 60
  while (JSON.stringify(widget).length + step < bytes) {
    settings.push({ name: `setting-${settings.length}`, value: `${name}-${index * 7}` })
  }
  const missing = bytes - JSON.stringify(widget).length
  settings[0] = { name: 'setting-0', value: 'x'.repeat(Math.max(0, missing)) }
  return widget
}

const managedFields = {
  manager: 'kubectl-client-side-apply',
  operation: 'Update',
  apiVersion: 'bench.kops.dev/v1',
  time: '2026-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: {
    'f:metadata': { 'f:labels': { '.': {}, 'f:app': {}, 'f:tier': {} } },
    'f:spec': { '.': {}, 'f:image': {}, 'f:replicas': {}, 'f:selector': {}, 'f:settings': {} },
  },
}
