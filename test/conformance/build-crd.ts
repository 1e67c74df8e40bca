/** What a definition for a test says beside its names; all versions share one schema. */
export interface CrdParts {
  readonly kind: string
  readonly plural?: string
  /** The schema of `spec`, or of the root where that is given. */
  readonly spec?: object
  readonly root?: object
}

/** A definition of `fleet.example.org/v1` as JSON, which is YAML too. */
export function crdText({ kind, plural = `${kind.toLowerCase()}s`, spec, root }: CrdParts): string {
  const schema = root ?? { type: 'object', properties: { spec: spec ?? { type: 'object' } } }
  return JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.fleet.example.org` },
    spec: {
      group: 'fleet.example.org',
      names: { kind, plural },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  })
}
