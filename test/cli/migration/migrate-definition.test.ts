import { describe, expect, test } from 'vitest'
import { migrateDefinition } from '../../../src/cli/migration/migrate-definition.ts'
import { progressAnnotation } from '../../../src/cli/migration/progress-note.ts'
import { reportOutcome } from '../../../src/cli/migration/report-migration.ts'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { FakeCluster, refusal } from './fake-cluster.ts'

function migrate(cluster: FakeCluster, chunkSize = 10) {
  const request = { rewriter: 'auto', onProgress: () => undefined, chunkSize } as const
  return migrateDefinition(cluster.requester, cluster.definition, request)
}

const noteOf = (cluster: FakeCluster): string | undefined =>
  cluster.definition.metadata.annotations?.[progressAnnotation]

describe('migrateDefinition()', () => {
  test('rewrites every object once, page by page, and prunes the versions', async () => {
    const cluster = new FakeCluster(25)
    expect(await migrate(cluster)).toEqual({
      kind: 'pruned',
      by: 'kops',
      objects: { rewritten: 25, kept: 0, left: [] },
    })
    expect(cluster.definition.status).toEqual({ storedVersions: ['v2'] })
    expect(cluster.requests.filter((line) => line.includes('limit=10'))).toHaveLength(3)
    expect(noteOf(cluster)).toBeUndefined()
  })

  test('takes an object that was deleted or written meanwhile as done', async () => {
    const cluster = new FakeCluster(3)
    const [, written] = cluster.objects
    let isFirst = true
    cluster.onRequest = ({ method }) => {
      if (method !== 'PATCH' || !isFirst) return
      isFirst = false
      cluster.objects.shift()
      if (written) written.resourceVersion += 1
    }
    expect(await migrate(cluster)).toMatchObject({ objects: { rewritten: 1, kept: 2, left: [] } })
  })

  test('leaves an object whose name leads elsewhere, and sends nothing for it', async () => {
    const cluster = new FakeCluster(2)
    const name = 'x/../../../secrets/victim'
    cluster.objects.push({ name, stored: 'v1', resourceVersion: 1 })
    expect(await migrate(cluster)).toMatchObject({
      kind: 'left',
      objects: {
        rewritten: 2,
        left: [{ key: name, reason: expect.stringContaining("contain '/'") }],
      },
    })
    expect(cluster.requests.filter((line) => line.includes('victim'))).toEqual([])
  })

  test('goes on where a note of the same definition says', async () => {
    const cluster = new FakeCluster(25)
    const note = { generation: 2, done: 20, continue: '20' }
    cluster.change({ annotations: { [progressAnnotation]: JSON.stringify(note) } })
    expect(await migrate(cluster)).toMatchObject({ objects: { rewritten: 5 } })
    expect(noteOf(cluster)).toBeUndefined()
  })

  test.for([
    ['of an earlier definition', JSON.stringify({ generation: 1, done: 20, continue: '20' })],
    ['that is none', '{"generation":2}'],
    ['that is no JSON', 'x'],
  ])('starts over at a note %s', async ([, note]) => {
    const cluster = new FakeCluster(25)
    cluster.change({ annotations: { [progressAnnotation]: note ?? '' } })
    expect(await migrate(cluster)).toMatchObject({ objects: { rewritten: 25 } })
  })

  test('goes on at the same place where the server has forgotten the list', async () => {
    const cluster = new FakeCluster(25)
    cluster.expired.add('old-20')
    const note = { generation: 2, done: 20, continue: 'old-20' }
    cluster.change({ annotations: { [progressAnnotation]: JSON.stringify(note) } })
    expect(await migrate(cluster)).toMatchObject({ kind: 'pruned', objects: { rewritten: 5 } })
  })

  test('leaves no note behind an object that was refused, so that the next run sees it', async () => {
    const cluster = new FakeCluster(25)
    const notes: (string | undefined)[] = []
    cluster.onRequest = ({ method, path }) => {
      notes.push(noteOf(cluster))
      if (method === 'PATCH' && path.endsWith('/a12')) throw refusal(422, 'Invalid')
    }
    const outcome = await migrate(cluster)
    expect(outcome).toMatchObject({
      kind: 'left',
      objects: { rewritten: 24, left: [{ key: 'a12', reason: 'Invalid' }] },
    })
    expect(notes.some((note) => note?.includes('"done":20'))).toBe(false)
    expect(cluster.definition.status).toEqual({ storedVersions: ['v1', 'v2'] })
    expect(codesOf(outcome, cluster)).toEqual(['migrate/objects-left'])
  })

  test('prunes nothing where the definition was changed meanwhile', async () => {
    const cluster = new FakeCluster(25)
    const { definition } = cluster
    cluster.onRequest = ({ path }) => {
      if (path.endsWith('/a20')) cluster.change({ generation: 3 })
    }
    const request = { rewriter: 'kops', onProgress: () => undefined } as const
    const outcome = await migrateDefinition(cluster.requester, definition, request)
    expect(outcome).toEqual({ kind: 'changed' })
    expect(cluster.definition.status).toEqual({ storedVersions: ['v1', 'v2'] })
    expect(codesOf(outcome, cluster)).toEqual(['migrate/changed'])
  })

  test('tells how far it is, and of how many', async () => {
    const cluster = new FakeCluster(25)
    const told: [number, number | undefined][] = []
    await migrateDefinition(cluster.requester, cluster.definition, {
      rewriter: 'kops',
      chunkSize: 10,
      onProgress: (done, total) => told.push([done, total]),
    })
    expect(told).toEqual([
      [10, 25],
      [20, 25],
      [25, undefined],
    ])
  })
})

function codesOf(outcome: Parameters<typeof reportOutcome>[0], cluster: FakeCluster): string[] {
  const sink = new DiagnosticSink()
  reportOutcome(outcome, cluster.definition, sink)
  return sink.diagnostics.map(({ code }) => code)
}
