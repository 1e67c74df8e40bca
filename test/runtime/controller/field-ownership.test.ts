import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../src/apimachinery/json.ts'
import { isApplied } from '../../../src/runtime/controller/children/field-ownership.ts'
import { fingerprint, project } from '../../../src/runtime/controller/children/projection.ts'

const wanted = {
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name: 'a', labels: { app: 'a' }, finalizers: ['x.org/y'] },
  spec: { ports: [{ port: 80, name: 'http' }], selector: undefined },
}

const live = {
  ...wanted,
  metadata: { ...wanted.metadata, uid: 'u', labels: { app: 'a', other: 'b' } },
  spec: { ports: [{ port: 80, name: 'http', protocol: 'TCP' }], clusterIP: '10.0.0.1' },
  status: {},
}

const owned: JsonObject = {
  'f:metadata': { 'f:labels': { 'f:app': {} }, 'f:finalizers': { '.': {}, 'v:"x.org/y"': {} } },
  'f:spec': {
    'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {}, 'f:name': {} } },
  },
}

function withOwned(fieldsV1: JsonObject, entry: object = {}): object {
  const managedFields = [{ manager: 'kops', operation: 'Apply', fieldsV1, ...entry }]
  return { ...live, metadata: { ...live.metadata, managedFields } }
}

describe('isApplied', () => {
  test.for([
    {
      what: 'everything is there and nothing else is owned',
      live: withOwned(owned),
      applied: true,
    },
    { what: 'nobody says who owns what', live, applied: false },
    {
      what: 'another manager owns it',
      live: withOwned(owned, { manager: 'other' }),
      applied: false,
    },
    {
      what: 'it was not applied but updated',
      live: withOwned(owned, { operation: 'Update' }),
      applied: false,
    },
    {
      what: 'the status alone was applied',
      live: withOwned(owned, { subresource: 'status' }),
      applied: false,
    },
    {
      what: 'a value differs',
      live: { ...withOwned(owned), spec: { ports: [{ port: 81, name: 'http' }] } },
      applied: false,
    },
    {
      what: 'a list has one more',
      live: { ...withOwned(owned), spec: { ports: [{ port: 80, name: 'http' }, { port: 81 }] } },
      applied: false,
    },
    {
      what: 'a field is owned that is not wanted any more',
      live: withOwned({ ...owned, 'f:data': { 'f:x': {} } }),
      applied: false,
    },
    {
      what: 'an element is owned that is not wanted any more',
      live: withOwned({ 'f:spec': { 'f:ports': { 'k:{"port":81,"protocol":"TCP"}': {} } } }),
      applied: false,
    },
    {
      what: 'a member of a set is owned that is not wanted any more',
      live: withOwned({ 'f:metadata': { 'f:finalizers': { 'v:"z"': {} } } }),
      applied: false,
    },
  ])('$applied where $what', ({ live: object, applied }) => {
    expect(isApplied(wanted, object, 'kops')).toBe(applied)
  })
})

describe('project', () => {
  test('holds what the wanted one names, as the other has it', () => {
    expect(project(live, wanted)).toEqual({
      ...wanted,
      metadata: { ...wanted.metadata },
      spec: { ports: [{ port: 80, name: 'http', protocol: 'TCP' }] },
    })
  })
})

describe('fingerprint', () => {
  test('is the same for the same fields in any order, and for no other value', () => {
    const prints = [
      { a: 1, b: [1, 2] },
      { b: [1, 2], a: 1 },
      { a: 1, b: [2, 1] },
      { a: 1n, b: [1, 2] },
    ].map(fingerprint)
    expect(prints[0]).toBe(prints[1])
    expect(new Set(prints).size).toBe(3)
  })
})
