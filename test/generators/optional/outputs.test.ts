import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as prettier from 'prettier'
import { createApi, projectFolder } from '../../cli/project-folder.ts'
import { reportedCodes, runKops } from '../../cli/run-kops.ts'
import { generatedFolder, optionalFlags, readTree } from './generated-folder.ts'

const all = [
  'api/v1/index.ts',
  'api/v1/zz_generated.apply.ts',
  'api/v1/zz_generated.descriptors.ts',
  'api/v1/zz_generated.validators.ts',
  'config/schemas/all.json',
  'config/schemas/awkward.example.org/record_v1.json',
  'docs/api/awkward.example.org_v1.md',
]

const settings = `plugins:
  kops:
    generate:
      applyConfigurations: true
      validators: true
      jsonSchemas: true
      reference: true
      schemaOutput: schemas
      referenceOutput: doc
`

describe('outside of a project', () => {
  test('everything is written, again the same, and checked', async () => {
    const folder = await generatedFolder()
    const first = readTree(folder)
    expect([...first.keys()]).toEqual(expect.arrayContaining(all))
    const argv = ['generate', '--paths', 'api', ...optionalFlags]
    const check = await runKops([...argv, '--check'], { directory: folder })
    expect(check).toMatchObject({ exitCode: 0, stdout: '7 files up to date\n' })
    for (const path of all) rmSync(join(folder, path))
    await runKops(argv, { directory: folder })
    expect(all.map((path) => readTree(folder).get(path))).toEqual(
      all.map((path) => first.get(path)),
    )
    writeFileSync(join(folder, 'docs/api/awkward.example.org_v1.md'), 'stale\n')
    const stale = await runKops([...argv, '--check'], { directory: folder })
    expect(stale.exitCode).toBe(1)
  })

  test('JSON is as prettier leaves it', async () => {
    const folder = await generatedFolder()
    for (const path of all.filter((each) => each.endsWith('.json'))) {
      const text = readFileSync(join(folder, path), 'utf8')
      expect(await prettier.check(text, { parser: 'json', printWidth: 100 }), path).toBe(true)
    }
  })
})

describe('in a project', () => {
  async function projectWithSettings(text: string): Promise<string> {
    const folder = await projectFolder()
    await createApi(folder, {})
    const path = join(folder, 'PROJECT')
    const before = readFileSync(path, 'utf8')
    const kops = /^plugins:\n {2}kops:\n/m
    const indented = text.replace(/^plugins:\n {2}kops:\n/, '')
    if (kops.test(before))
      writeFileSync(
        path,
        before.replace(kops, (head) => head + indented),
      )
    else appendFileSync(path, text)
    return folder
  }

  function extras(folder: string): string[] {
    const isExtra = /zz_generated\.(?:apply|validators)\.ts$|^(?:schemas|doc)\/|^docs\/api\//
    return [...readTree(folder).keys()].filter((path) => isExtra.test(path))
  }

  test('settings ask, flags go before them, and what is stale goes', async () => {
    const folder = await projectWithSettings(settings)
    const run = async (...flags: string[]): Promise<void> => {
      const { exitCode, stderr } = await runKops(['generate', ...flags], { directory: folder })
      expect(exitCode, stderr).toBe(0)
    }
    await run()
    expect(extras(folder).map((path) => path.replace(/^.*\//, ''))).toHaveLength(5)
    await run('--no-validators', '--no-json-schemas')
    expect(extras(folder).some((path) => /validators|schemas/.test(path))).toBe(false)
    expect(extras(folder)).toHaveLength(2)
    await run('--reference-output', 'docs/api')
    expect(extras(folder).filter((path) => path.endsWith('.md'))).toEqual([
      expect.stringMatching(/^docs\/api\//),
    ])
  })

  test('kops edit turns them on and off', async () => {
    const folder = await projectWithSettings('')
    const edit = async (...flags: string[]): Promise<void> => {
      const { exitCode, stderr } = await runKops(['edit', ...flags], { directory: folder })
      expect(exitCode, stderr).toBe(0)
      const check = await runKops(['generate', '--check'], { directory: folder })
      expect(check.exitCode, check.stdout).toBe(0)
    }
    await edit('--reference', '--validators')
    expect(readFileSync(join(folder, 'PROJECT'), 'utf8')).toMatch(/generate:\n +reference: true\n +validators: true\n|generate:\n +validators: true\n +reference: true\n/) // prettier-ignore
    expect(extras(folder)).toHaveLength(2)
    await edit('--validators=false')
    expect(extras(folder)).toEqual([expect.stringMatching(/\.md$/)])
  })

  test('what someone edited is not overwritten', async () => {
    const folder = await projectWithSettings(settings)
    await runKops(['generate'], { directory: folder })
    const path = extras(folder).find((each) => each.endsWith('.md')) ?? ''
    appendFileSync(join(folder, path), 'my own words\n')
    await createApi(folder, { kind: 'Barge' })
    const run = await runKops(['generate'], { directory: folder })
    expect(run.exitCode).toBe(1)
    expect(reportedCodes(run)).toContain('project/edited-file')
  })

  test('a wrong setting is told', async () => {
    const folder = await projectWithSettings(
      'plugins:\n  kops:\n    generate:\n      validator: true\n',
    )
    const run = await runKops(['generate'], { directory: folder })
    expect(run.exitCode).toBe(0)
    expect(reportedCodes(run)).toEqual(['project/unknown-setting'])
  })
})
