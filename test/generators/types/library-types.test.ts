import { expect, test } from 'vitest'
import type { JSONSchemaProps } from '../../../src/apimachinery/custom-resource-definition.ts'
import { librarySchema } from '../../../src/kubernetes/library.ts'
import { roundTrip, widgetWithField, writtenTypes } from './round-trip.ts'

/*
 * Kubernetes' own types: imported where a schema is one of them, whatever the words in it.
 */

const options = { embeddedMetadata: false, descriptions: true }

function schemaOf(module: string, name: string): JSONSchemaProps {
  return structuredClone(librarySchema({ module, name }, options) ?? {})
}

function typesOf(field: JSONSchemaProps): string {
  return writtenTypes([widgetWithField(field)])['demo/v1/widget.ts'] ?? ''
}

async function expectTheSameBack(field: JSONSchemaProps): Promise<void> {
  const crd = widgetWithField(field)
  const { crds, errors } = await roundTrip([crd])
  expect(errors).toEqual([])
  expect(crds).toEqual([crd])
}

/** With each description changed, its own and those below. */
function reworded(schema: JSONSchemaProps, change: (text: string) => string): JSONSchemaProps {
  return JSON.parse(JSON.stringify(schema), (name, value: unknown) =>
    name === 'description' && typeof value === 'string' ? change(value) : value,
  ) as JSONSchemaProps
}

/** As a later controller-gen keeps it: a line feed after each sentence. */
const inLines = (text: string): string => text.replaceAll('. ', '.\n')

const core = 'kops/kubernetes/core/v1'

const known = [
  ['kops', 'Condition'],
  ['kops', 'LabelSelector'],
  [core, 'PodTemplateSpec'],
  [core, 'SecretKeySelector'],
  [core, 'ResourceRequirements'],
  [core, 'Toleration'],
  [core, 'ObjectReference'],
  ['kops/kubernetes/networking/v1', 'NetworkPolicyPeer'],
] as const

test.for(known)('imports %s %s', { timeout: 30_000 }, async ([module, name]) => {
  const field = schemaOf(module, name)
  expect(typesOf(field)).toMatch(new RegExp(` field\\?: ${name}$`, 'm'))
  await expectTheSameBack(field)
  await expectTheSameBack({ type: 'array', items: field })
  await expectTheSameBack({ ...field, description: 'Its own words.', nullable: true })
})

test.for(known)('drops the texts of %s %s', { timeout: 30_000 }, async ([module, name]) => {
  const { description: _, ...field } = JSON.parse(
    JSON.stringify(schemaOf(module, name), (key, value: unknown) =>
      key === 'description' && typeof value === 'string' ? undefined : value,
    ),
  ) as JSONSchemaProps
  expect(typesOf(field)).toContain('// +kops:maxDescriptionLength=0\n')
  await expectTheSameBack(field)
  await expectTheSameBack({ type: 'array', items: field, description: 'Its own words.' })
})

test.for(known)('extends %s %s in other words', { timeout: 30_000 }, async ([module, name]) => {
  const field = reworded(schemaOf(module, name), inLines)
  await expectTheSameBack(field)
  await expectTheSameBack({ type: 'array', items: field })
})

test('a condition in other words is a Condition all the same', () => {
  const text = typesOf({ type: 'array', items: reworded(schemaOf('kops', 'Condition'), inLines) })
  expect(text).toContain('export interface WidgetField extends Condition {')
  expect(text).toContain("  message: Condition['message']\n")
  expect(text).toContain("  observedGeneration?: NonNullable<Condition['observedGeneration']>\n")
})

test('what is alike by chance is no type of Kubernetes', () => {
  const words = (text: string): JSONSchemaProps => ({ description: text, type: 'string' })
  const field: JSONSchemaProps = {
    type: 'object',
    properties: { name: words('A name.'), namespace: words('A space.') },
    'x-kubernetes-map-type': 'atomic',
  }
  expect(typesOf(field)).not.toContain('kops/kubernetes')
})

test('metadata of a template is ObjectMeta', async () => {
  const field: JSONSchemaProps = {
    type: 'object',
    properties: { metadata: { type: 'object', description: 'Of the pod.' } },
  }
  expect(typesOf(field)).toContain('  metadata?: ObjectMeta\n')
  await expectTheSameBack(field)
})
