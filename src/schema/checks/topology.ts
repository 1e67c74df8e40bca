import { member } from '../../apimachinery/json-members.ts'
import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { CheckedNode } from './check-schema.ts'

/*
 * What the API server demands of lists that are sets or maps.
 */

export function checkTopology(node: CheckedNode): void {
  const listType = node.schema['x-kubernetes-list-type']
  const keys = node.schema['x-kubernetes-list-map-keys'] ?? []
  if (listType !== 'map' && keys.length > 0) {
    reportList(node, {
      keyword: 'x-kubernetes-list-map-keys',
      rule: 'keys tell the items of a list of type map apart',
      help: 'add `+listType=map`, or remove `+listMapKey`',
    })
  }
  if (listType === 'set') checkSet(node)
  if (listType === 'map') checkMap(node, keys)
}

function reportList(
  { context, subject, at }: CheckedNode,
  {
    keyword,
    rule,
    help,
  }: {
    keyword: 'x-kubernetes-list-type' | 'x-kubernetes-list-map-keys'
    rule: string
    help: string
  },
): void {
  context.sink.report(
    'schema/list-type',
    { subject },
    { span: at(keyword), notes: [rule], helps: [help] },
  )
}

function checkSet(node: CheckedNode): void {
  const items = node.schema.items ?? {}
  const keyword = 'x-kubernetes-list-type'
  if (checkNull(node, items)) return
  if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    reportList(node, {
      keyword,
      rule: 'the items of a set are compared whole: scalars, or objects that are atomic',
      help: 'use `+listType=map` with `+listMapKey`, or write `// +structType=atomic` above the type of the items',
    })
  }
  const inner = items['x-kubernetes-list-type']
  if (items.type === 'array' && inner !== undefined && inner !== 'atomic') {
    reportList(node, {
      keyword,
      rule: 'the items of a set are compared whole, so a list in it is atomic',
      help: 'write `+listType=atomic` on the type of the items',
    })
  }
}

function checkNull(node: CheckedNode, items: JSONSchemaProps): boolean {
  if (items.nullable !== true) return false
  reportList(node, {
    keyword: 'x-kubernetes-list-type',
    rule: 'items of sets and maps cannot be null',
    help: 'remove `null` from the type of the items, or write `+listType=atomic`',
  })
  return true
}

function checkMap(node: CheckedNode, keys: readonly string[]): void {
  const items = node.schema.items ?? {}
  const keyword = 'x-kubernetes-list-type'
  if (checkNull(node, items)) return
  if (items.type !== 'object' || items.properties === undefined) {
    if (node.context.origins.isBroken(items)) return
    reportList(node, {
      keyword,
      rule: 'the items of a list of type map are objects with keys',
      help: 'write `+listType=set` for scalars, or `+listType=atomic`',
    })
    return
  }
  if (keys.length === 0) {
    reportList(node, {
      keyword,
      rule: 'a list of type map needs a key that tells its items apart',
      help: 'add `// +listMapKey=…` with the name of a field of the items',
    })
  }
  for (const key of keys) checkKey(node, key, items)
}

function checkKey(node: CheckedNode, key: string, items: JSONSchemaProps): void {
  const names = Object.keys(items.properties ?? {})
  const schema = member(items.properties, key)
  const problem =
    schema === undefined
      ? {
          rule: 'the items have no such field',
          help: nearestNames(key, names).map((name) => `write \`+listMapKey=${name}\``),
        }
      : keyProblem(schema, items.required?.includes(key) === true)
  if (problem === undefined) return
  node.context.sink.report(
    'schema/list-map-key',
    { key, subject: node.subject },
    {
      span: node.at('x-kubernetes-list-map-keys'),
      notes: [problem.rule],
      helps: problem.help.length > 0 ? problem.help : [`the fields are ${names.join(', ')}`],
    },
  )
}

function keyProblem(
  schema: JSONSchemaProps,
  isRequired: boolean,
): { rule: string; help: string[] } | undefined {
  if (schema.type === 'object' || schema.type === 'array') {
    return { rule: 'a key is a scalar', help: ['name a field that is a string, number or boolean'] }
  }
  if (schema.nullable === true) {
    return { rule: 'a key cannot be null', help: ['remove `null` from its type'] }
  }
  return isRequired || schema.default !== undefined
    ? undefined
    : {
        rule: 'a key is required or has a default',
        help: ['remove the `?` of the field, or give it a default'],
      }
}
