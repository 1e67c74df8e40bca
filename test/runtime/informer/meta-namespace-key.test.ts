import { expect, test } from 'vitest'
import {
  metaNamespaceKey,
  splitMetaNamespaceKey,
} from '../../../src/runtime/informer/meta-namespace-key.ts'

test.for([
  ['default/shop', { namespace: 'default', name: 'shop' }],
  ['node-1', { name: 'node-1' }],
] as const)('the key %s names an object, and an object has that key', ([key, names]) => {
  expect(metaNamespaceKey({ metadata: { ...names } })).toBe(key)
  expect(splitMetaNamespaceKey(key)).toEqual(names)
})

test('a tombstone knows the key, whatever the object says', () => {
  const tombstone = { key: 'default/shop', object: undefined }
  expect(metaNamespaceKey({}, tombstone)).toBe('default/shop')
})

test.for(['', 'a/b/c', 'default/'])('`%s` is no key', (text) => {
  expect(() => splitMetaNamespaceKey(text)).toThrow(TypeError)
})
