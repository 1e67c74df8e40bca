import { execa } from 'execa'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { expectSuccess, linkedProject, runLine, withoutControlPlane } from './linked-project.ts'
import { createApi } from './project-folder.ts'

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
    await createApi(folder, { group: 'core', kind: 'ConfigMap', resource: 'false' })
    await createApi(folder, { 'controller-name': 'backup' })
    const steps = Object.values(readWorkflow(folder).jobs).flatMap((job) => job.steps)
    const [install, ...lines] = steps.flatMap(({ run }) => run ?? [])
    expect(install).toMatch(/^npm ci --ignore-scripts/)
    expect(lines.join('\n')).toMatch(/generate --check[^]*manifests --check[^]*lint[^]*test/)
    for (const { uses } of steps) expect(uses ?? '@').toMatch(/^@$|@[0-9a-f]{40}$/)
    await expectSuccess(lines, folder, withoutControlPlane(folder))
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
      { group: '1st', kind: 'Default', namespaced: 'false', controller: 'false' },
      { group: 'crew', kind: 'Manager' },
      { group: 'crew', kind: 'Client' },
      { group: 'apps', kind: 'StatefulSet', resource: 'false' },
      { group: 'discovery', kind: 'EndpointSlice', resource: 'false' },
      {
        group: 'crew.of.a.very.long.name.that.makes.imports.wider.than.the.page',
        kind: 'AnotherVeryLongKindName',
      },
    ]
    for (const api of apis) {
      expect(await createApi(folder, api)).toMatchObject({ exitCode: 0, stderr: '' })
    }
    await expectSuccess(
      ['make generate', 'make lint', 'make test', 'make build'],
      folder,
      withoutControlPlane(folder),
    )
  })

  test('is sound before it has an API', async () => {
    const folder = await linkedProject({ license: 'mit' })
    await expectSuccess(
      ['make', 'make help', 'make generate', 'make lint', 'make test'],
      folder,
      withoutControlPlane(folder),
    )
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
      expect((await runLine('make test', folder, withoutControlPlane(folder))).exitCode).not.toBe(0)
    }
  })

  test('is a bundle that Node alone starts in an empty folder', async () => {
    const folder = await linkedProject()
    await createApi(folder, {})
    await expectSuccess(['make build', 'mkdir alone', 'cp dist/main.mjs alone/'], folder)
    const start = `cd alone && '${process.execPath}' main.mjs`
    const help = await runLine(`${start} --help`, folder)
    expect(help).toMatchObject({ exitCode: 0 })
    expect(help.stdout + help.stderr).toContain('--leader-elect')
    const mistake = await runLine(`${start} --leader-elct`, folder)
    expect(mistake.exitCode).toBe(2)
    expect(mistake.stderr).toContain('--leader-elect')
  })

  test('has the licenses of the packages in its bundle beside it, and in its image', async () => {
    const folder = await linkedProject()
    await createApi(folder, {})
    const packages = { long: { name: 'long', version: '1.2.3', license: 'ISC' }, bare: { name: 'bare', version: '4.5.6' } } // prettier-ignore
    for (const [name, manifest] of Object.entries(packages)) {
      const place = join(folder, 'node_modules', name)
      mkdirSync(join(place, 'lib'), { recursive: true })
      const entry = { ...manifest, type: 'module', exports: './lib/index.js' }
      writeFileSync(join(place, 'package.json'), JSON.stringify(entry))
      // It tells the sort of the modules below, and names no package.
      writeFileSync(join(place, 'lib/package.json'), '{"type":"module"}')
      writeFileSync(join(place, 'lib/index.js'), 'globalThis.loaded = true\n')
      writeFileSync(join(place, 'lib/index.d.ts'), 'export {}\n')
    }
    writeFileSync(join(folder, 'node_modules/long/LICENCE.md'), 'May be copied at will.\n')
    const main = join(folder, 'src/main.ts')
    const imports = `import 'long'\nimport 'bare'\n`
    writeFileSync(main, `${imports}${readFileSync(main, 'utf8')}`)
    const build = await runLine('make build', folder)
    expect(build.exitCode, build.stdout + build.stderr).toBe(0)
    expect(build.stderr).toMatch(
      /^warning: dist\/LICENSES.txt has no license text of bare 4\.5\.6/m,
    )
    const text = readFileSync(join(folder, 'dist/LICENSES.txt'), 'utf8')
    expect(text).toContain('long 1.2.3 (ISC)\n================\n\nMay be copied at will.\n')
    expect(text).toMatch(/^kops \d+\.\d+\.\d+ \(Apache-2\.0\)$/m)
    expect(text).toContain('Apache License')
    expect(text).not.toMatch(/^(?:fleet|esbuild|typescript) /m)
    const copied = /^COPY (.*) \.\/$/m.exec(readFileSync(join(folder, 'Dockerfile'), 'utf8'))?.[1]
    expect(copied).toBe('main.mjs LICENSES.txt')
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
      const run = await runLine(`make ${target}`, folder, { PATH: tools })
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
      { PATH: path },
    )
    expect(run.stdout).toContain(
      'docker build -t registry.example.com/fleet:v1 -f Dockerfile dist\n',
    )
    expect(run.stdout).toContain('docker image inspect -f {{.Size}} bytes')
    expect(run.stdout).toContain('docker push registry.example.com/fleet:v1')
  })
})
