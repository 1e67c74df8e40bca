import { execa } from 'execa'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { linkDependencies } from './link-dependencies.ts'
import { createApi, projectFolder } from './project-folder.ts'
import type { KopsRun } from './run-kops.ts'

async function linkedProject(flags: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await projectFolder(flags)
  linkDependencies(folder)
  return folder
}

/** Runs a line of a shell in the project, with what the tests set for themselves left out. */
async function runLine(line: string, folder: string, path = process.env['PATH']): Promise<KopsRun> {
  const { HOME } = process.env
  const env = { PATH: path, HOME }
  const options = { cwd: folder, env, extendEnv: false, reject: false } as const
  const { exitCode = null, stdout, stderr } = await execa('sh', ['-c', line], options)
  return { exitCode, stdout, stderr }
}

async function expectSuccess(lines: readonly string[], folder: string): Promise<void> {
  for (const line of lines) {
    const run = await runLine(line, folder)
    expect(run.exitCode, `${line}\n${run.stdout}\n${run.stderr}`).toBe(0)
  }
}

interface Workflow {
  readonly permissions: object
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { uses?: string; run?: string }[] }>
  >
}

function readWorkflow(folder: string): Workflow {
  const text = readFileSync(join(folder, '.github/workflows/ci.yml'), 'utf8')
  return parseYaml(text)[0]?.value as unknown as Workflow
}

describe('a scaffolded project', { timeout: 240_000 }, () => {
  test('passes every line that its workflow runs', async () => {
    const folder = await linkedProject()
    await createApi(folder, {})
    const steps = Object.values(readWorkflow(folder).jobs).flatMap((job) => job.steps)
    const [install, ...lines] = steps.flatMap(({ run }) => run ?? [])
    expect(install).toMatch(/^npm install/)
    expect(lines.join('\n')).toMatch(/generate --check[^]*manifests --check[^]*lint[^]*test/)
    for (const { uses } of steps) expect(uses ?? '@').toMatch(/^@$|@[0-9a-f]{40}$/)
    await expectSuccess(lines, folder)
  })

  test('is sound with the same kind in several groups and versions', async () => {
    const folder = await linkedProject({ namespaced: 'true', license: 'none' })
    const apis = [
      { group: 'ship', kind: 'Bar' },
      { group: 'crew', kind: 'Bar' },
      { group: 'crew', kind: 'Bar', version: 'v2' },
      { group: 'crew', kind: 'Type' },
      ...['Array', 'Object', 'Promise', 'Record'].map((kind) => ({ group: 'crew', kind })),
      { group: 'class', kind: 'String' },
      { group: '1st', kind: 'Default', namespaced: 'false' },
      {
        group: 'crew.of.a.very.long.name.that.makes.imports.wider.than.the.page',
        kind: 'AnotherVeryLongKindName',
      },
    ]
    for (const api of apis) {
      expect(await createApi(folder, api)).toMatchObject({ exitCode: 0, stderr: '' })
    }
    await expectSuccess(['make generate', 'make lint', 'make test', 'make build'], folder)
  })

  test('is sound before it has an API', async () => {
    const folder = await linkedProject({ license: 'mit' })
    await expectSuccess(['make', 'make help', 'make generate', 'make lint', 'make test'], folder)
  })

  test('has a test that fails where a sample and its CRD disagree', async () => {
    const folder = await linkedProject()
    await createApi(folder, {})
    const sample = join(folder, 'config/samples/ship_v1_frigate.yaml')
    const text = readFileSync(sample, 'utf8')
    const mistakes = [
      text.replace('image:', 'imgae:'),
      text.replace('replicas: 1', 'replicas: many'),
      text.replace('/v1', '/v3'),
    ]
    for (const mistake of mistakes) {
      writeFileSync(sample, mistake)
      expect((await runLine('make test', folder)).exitCode).not.toBe(0)
    }
  })

  test('is a bundle that Node alone starts in an empty folder', async () => {
    const folder = await linkedProject()
    await createApi(folder, {})
    await expectSuccess(['make build', 'mkdir alone', 'cp dist/main.mjs alone/'], folder)
    const run = await runLine(`cd alone && '${process.execPath}' main.mjs`, folder)
    expect(run.exitCode).toBe(1)
    expect(run.stderr).toContain('cannot start fleet')
  })

  test('says what is missing where a target cannot do its work', async () => {
    const folder = await linkedProject()
    const tools = join(folder, 'tools')
    mkdirSync(tools)
    for (const name of ['sh', 'make', 'npm', 'env']) {
      const { stdout } = await execa('sh', ['-c', `command -v ${name}`])
      symlinkSync(stdout, join(tools, name))
    }
    symlinkSync(process.execPath, join(tools, 'node'))
    const missing = {
      'docker-build': 'docker',
      'docker-push': 'docker',
      deploy: 'kubectl',
      undeploy: 'kubectl',
      'build-installer': 'kubectl',
      install: 'kubectl',
      uninstall: 'kubectl',
    }
    for (const [target, program] of Object.entries(missing)) {
      const run = await runLine(`make ${target}`, folder, tools)
      expect(run.exitCode, target).not.toBe(0)
      expect(run.stderr, target).toContain(program)
    }
  })

  test('passes the image on to the program that builds it', async () => {
    const folder = await linkedProject()
    const tools = join(folder, 'tools')
    mkdirSync(tools)
    writeFileSync(join(tools, 'docker'), '#!/bin/sh\necho "docker $*"\n')
    chmodSync(join(tools, 'docker'), 0o755)
    const path = [tools, dirname(process.execPath), process.env['PATH']].join(delimiter)
    const run = await runLine(
      'make docker-build docker-push IMG=registry.example.com/fleet:v1',
      folder,
      path,
    )
    expect(run.stdout).toContain('docker build -t registry.example.com/fleet:v1 .\n')
    expect(run.stdout).toContain('docker push registry.example.com/fleet:v1')
  })
})
