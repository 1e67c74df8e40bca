import type { ResourceDescriptor } from '../../../src/apimachinery/group-version-kind.ts'
import type { TypedObject } from '../../../src/runtime/client/client.ts'

export interface ConfigMap extends TypedObject {
  data?: Record<string, string>
}

export const ConfigMap: ResourceDescriptor<ConfigMap> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  subresources: [],
}
