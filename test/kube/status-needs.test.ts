import { expect, test } from 'vitest'
import type {
  CustomResourceDefinition,
  JSONSchemaProps,
} from '../../src/apimachinery/custom-resource-definition.ts'
import { installCustomResourceDefinitions, StatusError } from '../../src/testing/index.ts'
import { rulesThatDoWithout, rulesThatNeedStatus } from '../schema/status-rules.ts'
import { useClient } from './provided.ts'

/*
 * The API server refuses every new object of the kinds of which kops says that none can be created.
 */

const group = 'status-needs.kops.dev'

function definition(kind: string, schema: JSONSchemaProps): CustomResourceDefinition {
  const singular = kind.toLowerCase()
  const root: JSONSchemaProps = { type: 'object', ...schema }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      names: { kind, listKind: `${kind}List`, plural: `${singular}s`, singular },
      scope: 'Namespaced',
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: root },
          subresources: { status: {} },
        },
      ],
    },
  }
}

const properties: Record<string, JSONSchemaProps> = {
  spec: { type: 'object', properties: { size: { type: 'integer' } } },
  status: {
    type: 'object',
    properties: {
      size: { type: 'integer' },
      names: { type: 'array', maxItems: 4, items: { type: 'string', maxLength: 4 } },
    },
  },
}

function kindWithRule(rule: string, index: number): readonly [string, JSONSchemaProps] {
  return [`Ruled${index}`, { properties, 'x-kubernetes-validations': [{ rule, message: 'm' }] }]
}

const withDefault = { ...properties, status: { ...properties['status'], default: { size: 1 } } }

const refused: readonly (readonly [string, JSONSchemaProps])[] = [
  ['Required', { properties, required: ['status'] }],
  ['Defaulted', { properties: withDefault, required: ['status'] }],
  ...rulesThatNeedStatus.map(kindWithRule),
]

const taken = rulesThatDoWithout.map((rule, index) =>
  kindWithRule(rule, index + rulesThatNeedStatus.length),
)

test('the API server refuses new objects where kops says so, and takes others', async (context) => {
  const client = useClient(context)
  const kinds = [...refused, ...taken].map(([kind, schema]) => definition(kind, schema))
  await installCustomResourceDefinitions(client, kinds)
  const create = async ([kind]: readonly [string, JSONSchemaProps]): Promise<string> => {
    const object = {
      apiVersion: `${group}/v1`,
      kind,
      metadata: { name: 'one', namespace: 'default' },
      spec: { size: 1 },
      status: { size: 1, names: ['a'] },
    }
    try {
      await client.create(object)
      return 'taken'
    } catch (error) {
      if (error instanceof StatusError) return error.reason
      throw error
    }
  }
  expect(await Promise.all(refused.map(create))).toEqual(refused.map(() => 'Invalid'))
  expect(await Promise.all(taken.map(create))).toEqual(taken.map(() => 'taken'))
})
