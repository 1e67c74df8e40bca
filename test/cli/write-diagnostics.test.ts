import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DiagnosticReport } from '../../src/diagnostics/render-json.ts'
import { runKops, scratchFolder } from './run-kops.ts'

const files = {
  'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  'api/v1/shop.ts': `// +groupName=apps.example.org
import type { CustomResource } from 'kops'
export interface Shop extends CustomResource {
  spec: {
    // +kubebuilder:validation:MinLenght=1
    name: string
  }
}
`,
}
const code = 'marker/unknown-name'

describe('kops manifests on a misspelt marker', () => {
  test('shows a frame and ends with the summary', async () => {
    const run = await runKops(['manifests'], { directory: scratchFolder(files) })
    expect(run).toMatchObject({ exitCode: 1, stdout: '' })
    const lines = run.stderr.trimEnd().split('\n')
    expect(lines.slice(0, 5)).toEqual([
      expect.stringContaining(`error[${code}]: `),
      ' --> api/v1/shop.ts:5:8',
      '  |',
      '5 |     // +kubebuilder:validation:MinLenght=1',
      expect.stringMatching(/^ {2}\| {8}\^+$/),
    ])
    expect(lines.at(-1)).toBe('1 error; nothing written')
  })

  test('prints one JSON document and nothing else', async () => {
    const run = await runKops(['manifests', '--format', 'json'], {
      directory: scratchFolder(files),
    })
    const report: DiagnosticReport = JSON.parse(run.stderr)
    expect(run).toMatchObject({ exitCode: 1, stdout: '' })
    expect(report).toMatchObject({
      version: 1,
      errors: 1,
      warnings: 0,
      summary: '1 error; nothing written',
      diagnostics: [{ code, location: { path: 'api/v1/shop.ts', start: { line: 5, column: 8 } } }],
    })
  })

  test('names files from the top of the repository for GitHub', async () => {
    const directory = scratchFolder(files)
    const environment = { GITHUB_WORKSPACE: join(directory, '..') }
    const run = await runKops(['manifests', '--format', 'github'], { directory, environment })
    expect(run.stderr).toMatch(/^::error file=fleet\/api\/v1\/shop\.ts,line=5,endLine=5,col=8,/)
  })

  test('names files from where the reader is', async () => {
    const directory = scratchFolder({ ...files, 'deep/file': '' })
    const run = await runKops(['-C', '..', 'manifests'], { directory: join(directory, 'deep') })
    expect(run.stderr).toContain(' --> ../api/v1/shop.ts:5:8')
  })

  test('refuses a format that it does not have', async () => {
    const run = await runKops(['manifests', '--format', 'xml'], { directory: scratchFolder(files) })
    expect(run.exitCode).toBe(2)
    expect(run.stderr).toContain('`text`, `json` or `github`')
  })
})
