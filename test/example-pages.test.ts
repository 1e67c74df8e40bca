import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DiagnosticSink } from '../src/diagnostics/sink.ts'
import { parseProject } from '../src/project/parse-project.ts'
import { countExamples, refreshPage } from './example-pages.ts'

test.for(['types.md', 'markers-in-use.md'])('docs/%s shows what kops gives', async (name) => {
  const page = readFileSync(`docs/${name}`, 'utf8')
  expect(countExamples(page)).toBe(page.match(/^```ts$/gm)?.length)
  await expect(await refreshPage(page)).toMatchFileSnapshot(`../docs/${name}`)
})

test('docs/markers-in-use.md sets in PROJECT what there is to set', () => {
  const page = readFileSync('docs/markers-in-use.md', 'utf8')
  const [, settings = ''] = /^```yaml\n(plugins:[\s\S]*?)^```$/m.exec(page) ?? []
  const head = 'domain: my.domain\nlayout:\n- kops/v1\nprojectName: demo\nversion: "3"\n'
  const sink = new DiagnosticSink()
  expect(parseProject(head + settings, sink)?.settings.foreignMarkers).toEqual(['operator-sdk:'])
  expect(sink.diagnostics).toEqual([])
})
