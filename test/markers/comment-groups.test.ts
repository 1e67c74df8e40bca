import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readKinds, readSpec, type ReadResult } from '../schema/read-widget.ts'

type Group = readonly [target: 'kind' | 'type' | 'field', twin: string, lines: readonly string[]]

const path = new URL('collected/comment-groups.jsonl', import.meta.url)
const groups = readFileSync(path, 'utf8')
  .trim()
  .split('\n')
  .map((line): Group => JSON.parse(line))

const library =
  'Bytes, Condition, CustomResource, Double, Duration, Float, Int32, Int64, Integer, IntOrString, LabelSelector, MicroTime, ObjectMeta, Quantity, RawExtension, Time'

/** What those sources get away with, since Kubernetes' own types are no custom resources. */
const trueErrors: readonly {
  readonly code: string
  readonly count: number
  readonly reason: string
}[] = [
  {
    code: 'schema/list-map-key',
    count: 7,
    reason: 'the API server wants the keys of a list required or with a default',
  },
  {
    code: 'schema/wrong-type',
    count: 1,
    reason: 'one string carries `+listType=atomic`, which controller-gen refuses too',
  },
  {
    code: 'schema/contradiction',
    count: 1,
    reason: 'one field is said to be optional and required at once',
  },
]

/** What is said of the twin under its whole comment group. */
function read([target, twin, lines]: Group): Promise<ReadResult> {
  const comment = lines.map((line) => `// ${line}`).join('\n')
  switch (target) {
    case 'field':
      return readSpec(`${comment}\n${twin}`)
    case 'type':
      return readSpec('x: Named', { after: `${comment}\nexport type Named = ${twin}` })
    case 'kind':
      return readKinds(
        `import type { ${library} } from 'kops'\n${comment}\nexport interface Named extends CustomResource ${twin}`,
      )
  }
}

test('whole comments of k8s.io/api and cert-manager give no false error on twins of their types', async () => {
  expect(groups.length).toBeGreaterThan(1000)
  const counts = new Map(trueErrors.map(({ code }) => [code, 0]))
  const wrong: unknown[] = []
  for (const group of groups) {
    const { diagnostics } = await read(group)
    for (const { code, severity, message } of diagnostics) {
      const count = counts.get(code)
      if (severity === 'error' && count === undefined) wrong.push({ group, code, message })
      if (count !== undefined) counts.set(code, count + 1)
    }
  }
  console.log(`${groups.length} groups of marker lines, ${wrong.length} false errors`)
  expect(wrong).toEqual([])
  expect([...counts]).toEqual(trueErrors.map(({ code, count }) => [code, count]))
})
