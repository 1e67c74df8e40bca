import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { renderGithub } from '../../src/diagnostics/render-github.ts'
import { renderJson } from '../../src/diagnostics/render-json.ts'
import { renderText } from '../../src/diagnostics/render-text.ts'
import { jsonFormat, textFormat } from '../../src/runtime/log/line-logger.ts'
import { createApi, projectFolder } from '../cli/project-folder.ts'
import { runKops, scratchFolder, type KopsRun } from '../cli/run-kops.ts'
import { changed } from '../generators/import/frigates.ts'
import { hostileTexts } from './hostile-texts.ts'

/*
 * Nothing that a stranger writes moves the cursor, changes colors, turns text around or looks like a line of kops.
 */

const unsafe = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const forged = '\nerror[forged/code]: forged\n::error ::forged\n\u001b]0;forged\u0007\u009b2J\u202e'

function expectClean({ stdout, stderr }: KopsRun): void {
  expect(stdout + stderr).not.toMatch(unsafe)
  expect(stdout + stderr).not.toMatch(/^(?:error\[forged|::error ::forged)/m)
}

const options = {
  readText: (path: string) => (path === 'none' ? undefined : `a: ${path}`),
  showPath: (path: string) => path,
}

describe('a diagnostic', () => {
  test.for([...hostileTexts, forged])('with %j in every part of it is what kops says', (text) => {
    const span = { path: text, start: 0, end: 3 }
    const diagnostic: Diagnostic = {
      code: 'crd/invalid-value',
      severity: 'error',
      message: text,
      span,
      notes: [{ message: text }, { message: text, span }],
      helps: [text],
    }
    const shown = renderText([diagnostic], { ...options, summary: text, isColoured: false })
    const github = renderGithub([diagnostic], { ...options, summary: text })
    const json = renderJson([diagnostic], { ...options, summary: text })
    for (const output of [shown, github, json]) expect(output).not.toMatch(unsafe)
    expect(shown.match(/^(?:error|warning)\[/gm)).toHaveLength(1)
    expect(github.match(/^::(?:error|warning|set-output|add-mask)/gm)).toHaveLength(1)
    expect(JSON.parse(json)).toMatchObject({
      diagnostics: [{ message: text, helps: [text], notes: [{ message: text }, {}] }],
    })
  })
})

describe('a line of the log', () => {
  test.for(hostileTexts)('with %j is one line', (text) => {
    const entry = {
      time: new Date(0),
      level: 'info' as const,
      message: text,
      fields: { [text]: text, nested: { [text]: [text] }, error: new Error(text) },
    }
    expect(textFormat(entry)).not.toMatch(/[\n\t]/)
    expect(textFormat(entry)).not.toMatch(unsafe)
    expect(jsonFormat(entry)).not.toMatch(unsafe)
    expect(JSON.parse(jsonFormat(entry))).toMatchObject({ msg: text, nested: { [text]: [text] } })
  })
})

describe('kops', () => {
  const inYaml = JSON.stringify(forged)

  test.for(['text', 'json', 'github'])('tells of a hostile definition in %s', async (format) => {
    const folder = scratchFolder({
      'crds.yaml': changed('kind: Frigate', `kind: ${inYaml}`),
      [`${'\u001b'}[2J.yaml`]: changed('scope: Namespaced', `scope: ${inYaml}`),
    })
    const argv = ['generate', 'types', '--from', '.', '--output', 'api', '--format', format]
    const run = await runKops(argv, { directory: folder })
    expect(run.exitCode, run.stderr).not.toBe(0)
    expectClean(run)
  })

  test('tells of a hostile PROJECT', async () => {
    for (const line of [`domain: ${inYaml}`, `${inYaml}: 1`, `plugins: {kops: {${inYaml}: 1}}`]) {
      const folder = scratchFolder({ PROJECT: `version: "3"\nprojectName: a\n${line}\n` })
      const run = await runKops(['manifests'], { directory: folder })
      expectClean(run)
    }
  })

  test('tells of hostile words on the command line', async () => {
    for (const argv of [
      [forged],
      ['explain', forged],
      ['markers', forged],
      ['init', `--${forged}`],
    ]) {
      const run = await runKops(argv)
      expect(run.exitCode).toBe(2)
      expectClean(run)
    }
  })

  test('shows the difference to a hostile file', async () => {
    const folder = await projectFolder()
    await createApi(folder, {})
    await runKops(['manifests'], { directory: folder })
    const path = join(folder, 'config/rbac/role.yaml')
    writeFileSync(path, `# ${forged.replaceAll('\n', ' ')}\r\n`)
    const run = await runKops(['manifests', '--check'], { directory: folder })
    expect(run.exitCode).toBe(1)
    expect(run.stdout).toContain(String.raw`\u001b]0;forged\u0007\u009b2J\u202e`)
    expectClean(run)
  })

  test('asks the terminal nothing that a stranger wrote while it works', async () => {
    const written: string[] = []
    const { runCommandLine } = await import('../../src/cli/run-command-line.ts')
    await runCommandLine({
      argv: ['generate', 'types', '--from', `no-such-file${forged}`, '--output', 'api'],
      workingDirectory: scratchFolder(),
      environment: {},
      isTerminal: (stream) => stream === 'stderr',
      writeOut: (text) => written.push(text),
      writeError: (text) => written.push(text),
    })
    // oxlint-disable-next-line no-control-regex -- kops's own signs, which clear its line
    const text = written.join('').replaceAll(/\r?\u001B\[\d*[Km]/g, '')
    expect(text).toContain('no-such-file')
    expectClean({ exitCode: 1, stdout: text, stderr: '' })
  })
})
