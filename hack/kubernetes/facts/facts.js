import { isDeepStrictEqual } from 'node:util'

/**
 * @typedef {Record<string, any>} Schema
 * @typedef {(reference: string) => Schema | undefined} Lookup
 * @typedef {{ components: Record<string, any>, goTypes: Record<string, any>, schemas: Record<string, Record<string, Schema>> }} Sources
 */

/** Types that kops's own entry names, by their OpenAPI name. */
const scalars = /** @type {Record<string, string>} */ ({
  'io.k8s.apimachinery.pkg.api.resource.Quantity': 'kops.Quantity',
  'io.k8s.apimachinery.pkg.util.intstr.IntOrString': 'kops.IntOrString',
  'io.k8s.apimachinery.pkg.runtime.RawExtension': 'kops.RawExtension',
})

const moduleForms = [
  { form: /^io\.k8s\.api\.(\w+)\.(v\w+)\.(\w+)$/, importPath: 'k8s.io/api/{group}/{version}' },
  {
    form: /^io\.k8s\.apimachinery\.pkg\.apis\.(meta)\.(v1)\.(\w+)$/,
    importPath: 'k8s.io/apimachinery/pkg/apis/{group}/{version}',
  },
  {
    form: /^io\.k8s\.apiextensions-apiserver\.pkg\.apis\.(apiextensions)\.(v1)\.(\w+)$/,
    importPath: 'k8s.io/apiextensions-apiserver/pkg/apis/{group}/{version}',
  },
  {
    form: /^io\.k8s\.kube-aggregator\.pkg\.apis\.(apiregistration)\.(v1)\.(\w+)$/,
    importPath: 'k8s.io/kube-aggregator/pkg/apis/{group}/{version}',
  },
]

/** Splits an OpenAPI name: where the type lives in Go and in kops. @param {string} name */
export function placeOf(name) {
  for (const { form, importPath } of moduleForms) {
    const [, group, version, type] = form.exec(name) ?? []
    if (!group || !version || !type) continue
    const goPath = importPath.replace('{group}', group).replace('{version}', version)
    return { module: `${group}/${version}`, type, importPath: goPath }
  }
  return undefined
}

/** The reference of an OpenAPI name: `core/v1.PodSpec`. @param {string} name */
function referenceOf(name) {
  const place = placeOf(name)
  return place ? `${place.module}.${place.type}` : scalars[name]
}

/** Folds the sources into types by module, each a schema with `$ref` for what another type says. @param {Sources} sources */
export function foldTypes(sources) {
  const lookup = schemaLookup(sources.schemas)
  const componentByReference = new Map(
    Object.entries(sources.components).map(([name, schema]) => [referenceOf(name), schema]),
  )
  const types = /** @type {Record<string, Record<string, Schema>>} */ ({})
  for (const [module, schemas] of Object.entries(sources.schemas)) {
    const fold = folder({ module, lookup, goTypes: sources.goTypes[module] })
    types[module] = Object.fromEntries(
      Object.keys(schemas)
        .sort()
        .map((name) => [
          name,
          withGoFacts(
            fold(name, schemas[name] ?? {}, componentByReference.get(`${module}.${name}`)),
            {
              named: sources.goTypes[module]?.named[name],
              fields: sources.goTypes[module]?.fields[name],
              gvk: componentByReference.get(`${module}.${name}`)?.[
                'x-kubernetes-group-version-kind'
              ],
            },
          ),
        ]),
    )
  }
  return types
}

/** @param {Record<string, Record<string, Schema>>} schemas @returns {Lookup} */
function schemaLookup(schemas) {
  return (reference) => {
    const dot = reference.indexOf('.')
    const [module, name] = [reference.slice(0, dot), reference.slice(dot + 1)]
    return module === 'kops' ? scalarSchemas[name] : schemas[module]?.[name]
  }
}

/** How k8s.io/api names the packages that it imports. */
const importAliases = /** @type {Record<string, string>} */ ({
  core: 'core/v1',
  corev1: 'core/v1',
  v1: 'core/v1',
  metav1: 'meta/v1',
  resource: 'kops',
  intstr: 'kops',
  runtime: 'kops',
})

const scalarSchemas = /** @type {Record<string, Schema>} */ ({
  Quantity: {
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    pattern:
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
    'x-kubernetes-int-or-string': true,
  },
  IntOrString: {
    anyOf: [{ type: 'integer' }, { type: 'string' }],
    'x-kubernetes-int-or-string': true,
  },
  RawExtension: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
})

/** @param {Schema} fact @param {{ named: any, fields: any, gvk: any }} go */
function withGoFacts(fact, { named, fields, gvk }) {
  const inlined = Object.keys(fields ?? {})
    .filter((key) => /^inline:\w+$/.test(key))
    .map((key) => key.slice(7))
  return {
    ...fact,
    ...(named?.enum && named.values ? { $values: [...named.values].sort() } : {}),
    ...(inlined.length > 0 ? { $inlines: inlined } : {}),
    ...(gvk?.length === 1 ? { $kind: [gvk[0].group, gvk[0].version, gvk[0].kind].join('/') } : {}),
  }
}

/**
 * Makes the function that replaces, in one module's schemas, what a referenced type says by a reference.
 * @param {{ module: string, lookup: Lookup, goTypes: any }} context
 */
function folder({ module, lookup, goTypes }) {
  /** @param {Schema} schema @param {any} open @param {string | undefined} goType @returns {Schema} */
  function fold(schema, open, goType) {
    const reference = openReference(open) ?? namedReference(goType)
    const target = reference && lookup(reference)
    if (reference && target) {
      const rest = difference(schema, target)
      if (rest) return { $ref: reference, ...rest }
    }
    return foldChildren(schema, open, goType)
  }

  /** @param {Schema} schema @param {any} open @param {string | undefined} goType @returns {Schema} */
  function foldChildren(schema, open, goType) {
    const result = { ...schema }
    if (schema['items'])
      result['items'] = fold(schema['items'], open?.items, goType?.replace(/^\[\]/, ''))
    if (schema['additionalProperties'] && typeof schema['additionalProperties'] === 'object') {
      const valueType = goType?.replace(/^map\[[^\]]*\]/, '')
      result['additionalProperties'] = fold(
        schema['additionalProperties'],
        open?.additionalProperties,
        valueType,
      )
    }
    return result
  }

  /** @param {string | undefined} goType */
  function namedReference(goType) {
    if (!goType) return undefined
    const [, alias, name] = /^(?:(\w+)\.)?(\w+)$/.exec(goType) ?? []
    const home = alias === undefined ? module : importAliases[alias]
    return home && name && lookup(`${home}.${name}`) ? `${home}.${name}` : undefined
  }

  /** @param {string} name @param {Schema} schema @param {any} open */
  return (name, schema, open) => {
    const named = goTypes?.named[name]
    if (named) return foldChildren(schema, open, named.underlying)
    if (!schema['properties']) return schema
    const fields = fieldTypes(goTypes, name)
    const properties = Object.entries(schema['properties']).map(([property, each]) => [
      property,
      fold(/** @type {Schema} */ (each), open?.properties?.[property], fields[property]),
    ])
    return { ...schema, properties: Object.fromEntries(properties) }
  }
}

/** Go types by JSON name, inlined structs included. @param {any} goTypes @param {string} name @returns {Record<string, string>} */
function fieldTypes(goTypes, name) {
  const own = /** @type {Record<string, string>} */ (goTypes?.fields[name] ?? {})
  const inlined = Object.keys(own).filter((key) => key.startsWith('inline:'))
  return Object.assign({}, ...inlined.map((key) => fieldTypes(goTypes, key.slice(7))), own)
}

/** @param {any} open */
function openReference(open) {
  const pointer = open?.$ref ?? (open?.allOf?.length === 1 ? open.allOf[0].$ref : undefined)
  return pointer ? referenceOf(pointer.slice('#/components/schemas/'.length)) : undefined
}

/** What `schema` says beyond or other than `target`; `undefined` where `target` says something it does not. @param {Schema} schema @param {Schema} target */
function difference(schema, target) {
  if (Object.keys(target).some((key) => !(key in schema))) return undefined
  return Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => !isDeepStrictEqual(value, target[key])),
  )
}

/** Expands references: what kops does with the facts when a CRD embeds a type. @param {Record<string, Record<string, Schema>>} types */
export function expander(types) {
  const lookup = schemaLookup(types)
  /** @param {Schema} fact @param {readonly string[]} path @returns {Schema} */
  return function expand(fact, path = []) {
    const { $ref, $values, $kind, $inlines, ...own } = fact
    if ($ref && path.includes($ref)) return {}
    const inner = $ref ? expand(lookup($ref) ?? {}, [...path, $ref]) : {}
    const schema = { ...inner, ...own }
    for (const key of ['items', 'additionalProperties']) {
      if (own[key] && typeof own[key] === 'object') schema[key] = expand(own[key], path)
    }
    if (own['properties']) {
      schema['properties'] = Object.fromEntries(
        Object.entries(own['properties']).map(([name, each]) => [name, expand(each, path)]),
      )
    }
    return schema
  }
}
