import { expect, test } from 'vitest'
import { StatusError } from '../../../src/apimachinery/status.ts'
import type { Requester } from '../../../src/runtime/client/requester.ts'
import { NoKindMatchError, ResourceMapper } from '../../../src/runtime/client/resource-mapper.ts'

const gadget = { group: 'example.com', version: 'v1', kind: 'Gadget' }
const descriptor = { ...gadget, plural: 'gadgets', scope: 'Cluster', subresources: [] } as const
const resources = [{ name: 'gadgets', kind: 'Gadget', namespaced: false }]
const group = (version: string): object => ({
  groups: [{ name: 'example.com', versions: [{ groupVersion: `example.com/${version}` }] }],
})

function refusal(code: number): StatusError {
  return new StatusError({ apiVersion: 'v1', kind: 'Status', code, message: `answered ${code}` })
}

/** A mapper on a server that answers so by path; what is not there is a 404. */
function newMapper(answers: Record<string, object>): ResourceMapper {
  const json = async ({ path }: { path: string }): Promise<unknown> => {
    const answer = answers[path] ?? refusal(404)
    if (answer instanceof StatusError) throw answer
    return answer
  }
  return new ResourceMapper({ json } as unknown as Requester)
}

test.for([
  { what: 'lists the kind', answers: { '/apis/example.com/v1': { resources } }, served: true },
  {
    what: 'lists other kinds',
    answers: { '/apis/example.com/v1': { resources: [] } },
    served: false,
  },
  { what: 'lists the group in another version', answers: { '/apis': group('v2') }, served: false },
  { what: 'lists no such group', answers: { '/apis': { groups: [] } }, served: false },
  {
    what: 'answers 404 for a group that is listed',
    answers: { '/apis': group('v1') },
    served: 404,
  },
  { what: 'answers 404 for everything', answers: {}, served: 404 },
  { what: 'fails', answers: { '/apis/example.com/v1': refusal(503) }, served: 503 },
  { what: 'fails at the list of groups', answers: { '/apis': refusal(500) }, served: 500 },
])('isServed() gives $served where discovery $what', async ({ answers, served }) => {
  const mapper = newMapper(answers)
  for (const resource of [gadget, descriptor]) {
    const asked = mapper.isServed(resource)
    if (typeof served === 'boolean') expect(await asked).toBe(served)
    else await expect(asked).rejects.toMatchObject({ code: served })
  }
})

test('isServed() asks for the resource, not for the kind alone', async () => {
  const mapper = newMapper({ '/apis/example.com/v1': { resources } })
  expect(await mapper.isServed({ ...descriptor, plural: 'gadgetry' })).toBe(false)
})

test('describe() takes a 404 for an answer only where the list of groups confirms it', async () => {
  await expect(newMapper({ '/apis': { groups: [] } }).describe(gadget)).rejects.toBeInstanceOf(
    NoKindMatchError,
  )
  await expect(newMapper({}).describe(gadget)).rejects.toBeInstanceOf(StatusError)
})
