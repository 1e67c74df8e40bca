import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/apimachinery/json.ts'
import { scratchFolder } from '../cli/run-kops.ts'
import { crdText } from './build-crd.ts'
import { applyEdit, editKinds, listEdits } from './edits.ts'
import { examine, type Finding } from './examine.ts'
import { firstDifference } from './first-difference.ts'
import { judge, mutate } from './mutate.ts'
import { countNodes, countOverlays, withoutOverlays } from './overlays.ts'
import { randomNumbers } from './random.ts'
import { renderReport } from './report.ts'
import { importText, nameOf, regenerate } from './round-trip.ts'

const spec = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    size: { type: 'integer', format: 'int32', minimum: 1, maximum: 9, default: 3 },
    mode: { type: 'string', enum: ['fast', 'slow'] },
    parts: { type: 'array', maxItems: 4, items: { type: 'string' } },
  },
}
const crd = crdText({ kind: 'Frigate', spec })

async function examineText(text: string): Promise<Finding> {
  const folder = scratchFolder()
  const file = join(folder, 'crd.yaml')
  writeFileSync(file, text)
  return examine({ path: 'crd.yaml', file })
}

function goalsOf(findings: readonly Finding[]): string[] {
  const all = { findings, judgements: undefined, typeErrors: [], mutations: [], seed: 1 }
  return renderReport(all).text.split('\n')
}

describe('a file', () => {
  test('comes back equal, with its schemas counted', async () => {
    const finding = await examineText(crd)
    expect(finding).toMatchObject({ verdict: 'equal', detail: '', overlays: 0, nodes: 7 })
    expect(finding.equalWithoutOverlays).toBe(true)
    expect(finding.original).toHaveLength(1)
    expect(goalsOf([finding])[0]).toMatch(/^met {4}1 of 1 files/)
  })

  test('is refused with the first error, or holds nothing to judge', async () => {
    const wrong = await examineText(crd.replace('Namespaced', 'Global'))
    expect(wrong).toMatchObject({ verdict: 'refused' })
    expect(wrong.detail).toContain('crd/invalid-value')
    const none = await examineText('kind: ConfigMap\n')
    expect(none.verdict).toBe('none')
    expect(goalsOf([none, wrong]).join('\n')).toContain('1 files hold no definition')
  })

  test('that is not equal misses the goal, with its first difference', async () => {
    const finding = await examineText(crd)
    const differing = { ...finding, verdict: 'differs', detail: '.spec: 1 became 2' } as const
    const lines = goalsOf([differing])
    expect(lines[0]).toBe('crd.yaml: differs: .spec: 1 became 2')
    expect(lines[1]).toMatch(/^MISSED 0 of 1 files/)
  })
})

test('firstDifference() names the place and both values', () => {
  expect(firstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBeUndefined()
  expect(firstDifference({ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] })).toBe('.a[1].b: 2 became 3')
  expect(firstDifference({ a: {} }, {})).toBe('.a: {} became nothing')
  expect(firstDifference({ n: 9007199254740993n }, { n: 9007199254740992n })).toContain('became')
})

test('overlays are counted, and taken out line by line', () => {
  const content = 'interface A {\n  // +kops:schema={"a":1}\n  // +optional\n  b?: string\n}\n'
  const files = [{ path: 'a.ts', content }]
  expect(countOverlays(files)).toBe(1)
  expect(withoutOverlays(files)[0]?.content).toBe(content.replace(/.*schema.*\n/, ''))
  expect(countNodes({})).toBe(0)
})

describe('an edit', () => {
  const imported = importText('crd.yaml', crd)
  const before = new Map(imported.crds.map((each): [string, JsonObject] => [nameOf(each), each]))
  const edits = listEdits(imported.files)

  test('is offered of every kind', () => {
    expect(new Set(edits.map(({ kind }) => kind))).toEqual(new Set(editKinds))
  })

  test.for(edits)('of the $kind of $property shows', async (edit) => {
    const after = await regenerate(applyEdit(imported.files, edit))
    expect(judge(edit, before, after)).toEqual({ outcome: 'changed', detail: '' })
  })

  test.for(edits)('of the $kind of $property is missed where nothing follows', async (edit) => {
    const same = { crds: before, diagnostics: [] }
    expect(judge(edit, before, same).outcome).toBe('missed')
  })

  test('is missed where something else follows', async () => {
    const [edit] = edits.filter(({ kind }) => kind === 'bound')
    const [other] = edits.filter(({ kind }) => kind === 'enum')
    if (edit === undefined || other === undefined) throw new Error('there is no such edit')
    const after = await regenerate(applyEdit(imported.files, other))
    expect(judge(edit, before, after).outcome).toBe('missed')
  })

  test('is drawn by numbers that a seed repeats', async () => {
    const folder = scratchFolder({ 'crd.yaml': crd })
    const subject = { path: 'crd.yaml', file: join(folder, 'crd.yaml') }
    const draw = (seed: number): Promise<unknown> => {
      const random = randomNumbers(seed)
      return mutate(subject, [{ kind: random(), edit: random() }])
    }
    expect(await draw(5)).toEqual(await draw(5))
    expect(await draw(5)).not.toEqual(await draw(6))
  })
})

test.for([
  ['nothing', []],
  ['a folder that is not there', ['/nowhere/at/all']],
] as const)('make conformance with %s says how it is called', ([, argv]) => {
  const run = spawnSync(process.execPath, ['hack/conformance.js', ...argv], { encoding: 'utf8' })
  expect(run.status).toBe(2)
  expect(run.stderr).toContain('usage: make conformance CRDS=DIR')
})

test('an edit of a member of a union shows in its condition', async () => {
  const either = {
    type: 'object',
    properties: { name: { type: 'string' }, external: { type: 'string' } },
    oneOf: [{ required: ['name'] }, { required: ['external'] }],
  }
  const { crds, files } = importText('crd.yaml', crdText({ kind: 'Frigate', spec: either }))
  const before = new Map(crds.map((each): [string, JsonObject] => [nameOf(each), each]))
  const edits = listEdits(files).filter(({ kind }) => kind === 'optional')
  expect(edits.length).toBeGreaterThan(0)
  for (const edit of edits) {
    const { outcome, detail } = judge(edit, before, await regenerate(applyEdit(files, edit)))
    expect(['changed', 'refused'], detail).toContain(outcome)
  }
})
