import { describe, expect, test } from 'vitest'
import { copyJson } from '../../src/apimachinery/copy-json.ts'
import { parseJson, renderJson } from '../../src/apimachinery/json-text.ts'
import {
  matchLabelSelector,
  parseLabelSelector,
  readLabelSelector,
} from '../../src/apimachinery/label-selector.ts'
import { isApplied } from '../../src/runtime/controller/children/field-ownership.ts'
import { project } from '../../src/runtime/controller/children/projection.ts'
import { isJsonEqual } from '../../src/runtime/controller/json-equality.ts'
import { createMergePatch } from '../../src/runtime/controller/merge-patch.ts'
import { deepFreeze } from '../../src/runtime/informer/deep-freeze.ts'
import { TextSharer } from '../../src/runtime/informer/text-sharer.ts'
import { diffJson, renderJsonPatch } from '../../src/runtime/webhook/admission/json-patch.ts'
import { applyJsonPatch } from './webhook/apply-json-patch.ts'

/** Every name that `{}` has without having been given it. */
const names = Object.getOwnPropertyNames(Object.prototype)

/** `JSON.parse` makes an own member of any name. */
const fields = (name: string, value: unknown): Record<string, unknown> =>
  parseJson(`{${JSON.stringify(name)}:${renderJson(value)}}`) as Record<string, unknown>

/** RFC 7386, with every member an own one. */
function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const isFields = typeof target === 'object' && target !== null && !Array.isArray(target)
  const result = new Map(isFields ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, applyMergePatch(result.get(name), value))
  }
  return Object.fromEntries(result)
}

describe.for(names)('a key named %s', (name) => {
  const changes: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[] = [
    [{}, fields(name, 'a')],
    [fields(name, 'a'), {}],
    [fields(name, 'a'), fields(name, 'b')],
    [fields(name, { x: 1 }), fields(name, { x: 2, y: [1] })],
    [{}, fields(name, { x: 1 })],
    [fields(name, { x: 1 }), {}],
    [fields(name, fields(name, 1)), fields(name, fields(name, 2))],
  ]

  test('survives a merge patch', () => {
    for (const [before, after] of changes) {
      const patch = createMergePatch(before, after)
      expect(renderJson(applyMergePatch(before, parseJson(renderJson(patch))))).toBe(
        renderJson(after),
      )
    }
    expect(createMergePatch({}, {})).toBeUndefined()
    expect(createMergePatch(fields(name, 1), fields(name, 1))).toBeUndefined()
  })

  test('survives a JSON patch', () => {
    for (const [before, after] of changes) {
      const patch = parseJson(renderJsonPatch(diffJson(before, after)))
      expect(renderJson(applyJsonPatch(before, patch))).toBe(renderJson(after))
    }
  })

  test('survives copies, comparisons and freezing', () => {
    const value = fields(name, { a: [fields(name, 1)] })
    expect(renderJson(copyJson(value))).toBe(renderJson(value))
    expect(isJsonEqual(value, copyJson(value))).toBe(true)
    expect(isJsonEqual({}, fields(name, 1))).toBe(false)
    const frozen = deepFreeze(copyJson(value))
    expect(Object.isFrozen(Object.getOwnPropertyDescriptor(frozen, name)?.value)).toBe(true)
    expect(Object.isFrozen(Object.prototype)).toBe(false)
  })

  test('survives the sharing of texts', () => {
    const sharer = new TextSharer()
    const text = renderJson({
      metadata: { name: 'a' },
      spec: fields(name, 'a long enough text'),
    })
    sharer.share({ metadata: { name: 'b' } }, undefined)
    const object = parseJson(text) as object
    sharer.share(object, undefined)
    sharer.share(object, undefined)
    expect(renderJson(object)).toBe(text)
  })

  test('is no field of an object that lacks it', () => {
    const wanted = fields(name, {})
    const metadata = {
      managedFields: [{ manager: 'm', operation: 'Apply', fieldsV1: fields(`f:${name}`, {}) }],
    }
    expect(isApplied(wanted, { metadata }, 'm')).toBe(false)
    expect(isApplied(wanted, { metadata, ...wanted }, 'm')).toBe(true)
    expect(isApplied({}, { metadata, ...wanted }, 'm')).toBe(false)
    expect(renderJson(project({}, wanted))).toBe('{}')
    expect(renderJson(project(wanted, wanted))).toBe(renderJson(wanted))
  })

  test('is a label like others', () => {
    const matches = parseLabelSelector(`${name}=a`)
    expect(
      [{}, fields(name, 'b'), fields(name, 'a')].map((each) => matches(each as never)),
    ).toEqual([false, false, true])
    expect(renderJson(readLabelSelector(`${name}=a`))).toBe(
      renderJson({ matchLabels: fields(name, 'a') }),
    )
    expect(matchLabelSelector({ matchExpressions: [{ key: name, operator: 'Exists' }] })({})).toBe(
      false,
    )
  })
})
