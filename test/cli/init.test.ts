import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseYaml } from '../../src/manifest/parse-yaml.ts'
import { createApi, init, projectFolder, snapshotFolder } from './project-folder.ts'
import { reportedCodes, runKops, scratchFolder } from './run-kops.ts'

describe('init', () => {
  test('asks for nothing where nobody can answer, and names what is missing', async () => {
    const folder = scratchFolder()
    const named = await runKops(['init', '--project-name', 'fleet'], { directory: folder })
    expect(reportedCodes(named)).toEqual(['args/missing-flag'])
    expect(named.stderr).toContain('--domain example.org')
    expect(snapshotFolder(folder)).toEqual({})
  })

  test('keeps the README, licence and ignore list of a folder, and says so', async () => {
    const own = {
      'README.md': 'mine\n',
      LICENSE: 'mine\n',
      '.gitignore': 'mine\n',
      'notes.txt': 'mine\n',
    }
    const folder = scratchFolder(own)
    const run = await runKops(init({}), { directory: folder })
    expect(run).toMatchObject({ exitCode: 0 })
    expect(snapshotFolder(folder)).toMatchObject(own)
    for (const path of ['README.md', 'LICENSE', '.gitignore']) {
      expect(run.stdout + run.stderr).toContain(path)
    }
  })

  test('lists every file in its way, and writes nothing', async () => {
    const own = {
      Makefile: 'all:\n',
      'package.json': '{}\n',
      'config/manager/manager.yaml': 'a: b\n',
    }
    const folder = scratchFolder(own)
    const run = await runKops(init({}), { directory: folder })
    expect(run.exitCode).toBe(1)
    expect(reportedCodes(run)).toEqual(['project/file-exists'])
    for (const path of Object.keys(own)) expect(run.stderr).toContain(`\`${path}\``)
    expect(snapshotFolder(folder)).toEqual(own)
  })

  test('takes files that are there already with the same content', async () => {
    const wanted = snapshotFolder(await projectFolder())
    const folder = scratchFolder({ Makefile: wanted['Makefile'] ?? '' })
    expect(await runKops(init({}), { directory: folder })).toMatchObject({
      exitCode: 0,
      stderr: '',
    })
    expect(snapshotFolder(folder)).toEqual(wanted)
  })

  test('restores what was lost, and keeps what was changed', async () => {
    const folder = await projectFolder()
    const before = snapshotFolder(folder)
    writeFileSync(join(folder, 'Makefile'), 'all:\n')
    rmSync(join(folder, 'Dockerfile'))
    rmSync(join(folder, 'config/rbac/manager.yaml'))
    expect(await runKops(['init', '--no-install'], { directory: folder })).toMatchObject({
      exitCode: 0,
    })
    expect(snapshotFolder(folder)).toEqual({ ...before, Makefile: 'all:\n' })
  })

  test.for([
    ['domain', 'example.com', '`example.org`'],
    ['project-name', 'navy', '`fleet`'],
    ['license', 'mit', '`apache2`'],
    ['owner', 'Jane Doe', 'nothing'],
    ['namespaced', 'true', '`false`'],
    ['kops', '0.2.0', '`0.1.0`'],
  ] as const)('refuses another --%s than the project has', async ([flag, value, recorded]) => {
    const folder = await projectFolder()
    const before = snapshotFolder(folder)
    const run = await runKops(init({ [flag]: value }), { directory: folder })
    expect(reportedCodes(run)).toEqual(['args/contradicts-project'])
    expect(run.stderr).toContain(`says ${recorded}`)
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('refuses a folder inside another project', async () => {
    const folder = await projectFolder()
    mkdirSync(join(folder, 'docs'))
    const before = snapshotFolder(folder)
    const run = await runKops(init({}), { directory: join(folder, 'docs') })
    expect(reportedCodes(run)).toEqual(['project/nested'])
    expect(snapshotFolder(folder)).toEqual(before)
  })

  test('takes the header of new sources from a file', async () => {
    const folder = scratchFolder({ 'header.txt': '/*\n * All rights reserved.\n */\n' })
    expect(await runKops(init({ license: 'header.txt' }), { directory: folder })).toMatchObject({
      exitCode: 0,
    })
    await createApi(folder, {})
    const files = snapshotFolder(folder)
    expect(files['hack/boilerplate.txt']).toBe('/*\n * All rights reserved.\n */\n')
    expect(files['api/ship/v1/frigate.ts']).toMatch(/^\/\/ All rights reserved\.\n\nimport /)
    expect(files).not.toHaveProperty('LICENSE')
  })

  test('warns where npm cannot install, and has made the project all the same', async () => {
    const folder = scratchFolder({ '.npmrc': 'offline=true\ncache=empty-cache\n' })
    const argv = init({}).filter((word) => word !== '--no-install')
    const run = await runKops(argv, { directory: folder })
    expect(run.exitCode).toBe(0)
    expect(reportedCodes(run)).toEqual(['template/install-failed'])
    expect(run.stderr).toContain('`npm install`')
    expect(existsSync(join(folder, 'PROJECT'))).toBe(true)
  })

  test('says what comes next', async () => {
    const run = await runKops(init({}), { directory: scratchFolder() })
    expect(run.stdout).toContain('\n  npx kops create api ')
  })
})

describe('project names', () => {
  test.for([
    'KubeBuilder',
    'my_op',
    '9lives',
    '-a',
    'a.b',
    '@scope/op',
    'ünïcode',
    'p'.repeat(29),
    'p'.repeat(63),
    'p'.repeat(64),
  ])('%s is refused with the rule', async (name) => {
    const folder = scratchFolder()
    const run = await runKops(init({ 'project-name': name }), { directory: folder })
    expect(run.exitCode).toBe(2)
    expect(reportedCodes(run)).toEqual([
      name.startsWith('pp') ? 'args/name-too-long' : 'args/invalid-project-name',
    ])
    expect(run.stderr).toContain('= note: ')
    expect(snapshotFolder(folder)).toEqual({})
  })

  test('the longest name has no derived name of more than 63 characters', async () => {
    const name = 'p'.repeat(28)
    const folder = await projectFolder({ 'project-name': name })
    const capped = /^(Namespace|Service|Deployment)$/
    for (const [path, text] of Object.entries(snapshotFolder(folder))) {
      if (!/^config\/.*\.yaml$/.test(path)) continue
      for (const { value } of parseYaml(text)) {
        const { kind, metadata } = value as unknown as {
          kind?: string
          metadata?: { name: string }
        }
        if (!capped.test(kind ?? '') || metadata === undefined) continue
        const full = kind === 'Namespace' ? metadata.name : `${name}-${metadata.name}`
        expect(full.length, full).toBeLessThanOrEqual(63)
      }
    }
  })
})

describe('hostile values', () => {
  test.for([
    '-a.com',
    '"; rm -rf / #',
    '../../tmp',
    '`${process.exit()}`',
    '{{ .X }}',
    'a\nkind: Secret',
  ])('the domain %o is refused', async (domain) => {
    const folder = scratchFolder()
    const run = await runKops(init({ domain }), { directory: folder })
    expect(reportedCodes(run)).toEqual(['args/invalid-domain'])
    expect(snapshotFolder(folder)).toEqual({})
  })

  test.for(['Jane\nDoe', 'Jane */ Doe', 'Jane\u2028Doe', ' '])(
    'the owner %o is refused',
    async (owner) => {
      const folder = scratchFolder()
      const run = await runKops(init({ owner }), { directory: folder })
      expect(run.exitCode).toBe(2)
      expect(snapshotFolder(folder)).toEqual({})
    },
  )

  test('an owner with quotes and braces stands in the header as it is', async () => {
    const owner = `O'Neil "{{x}}" \${y} \`z\` & Söhne`
    const folder = await projectFolder({ owner })
    expect(readFileSync(join(folder, 'hack/boilerplate.txt'), 'utf8')).toContain(
      `Copyright ${owner}\n`,
    )
    expect(readFileSync(join(folder, 'src/main.ts'), 'utf8')).toContain(`// Copyright ${owner}\n`)
  })

  test.for(['null', 'true', 'yes', 'on', 'e1', 'x0'])(
    'a project may be called %s',
    async (name) => {
      const folder = await projectFolder({ 'project-name': name })
      const manager = parseYaml(readFileSync(join(folder, 'config/manager/manager.yaml'), 'utf8'))
      expect(manager[0]?.value).toMatchObject({
        metadata: { labels: { 'app.kubernetes.io/name': name } },
      })
      const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      expect(manifest).toMatchObject({ name })
    },
  )
})

describe('groups', () => {
  test.for([
    ['app', 'app.example.org'],
    ['app-x', 'app-x.example.org'],
    ['a.b.c', 'a.b.c.example.org'],
    ['core', 'core.example.org'],
    ['apps', 'apps.example.org'],
    ['class', 'class.example.org'],
    ['1st', '1st.example.org'],
  ] as const)('%s gives the group %s', async ([group, full]) => {
    const folder = await projectFolder()
    expect(await createApi(folder, { group })).toMatchObject({ exitCode: 0, stderr: '' })
    const files = snapshotFolder(folder)
    expect(Object.keys(files)).toContain(`config/crd/bases/${full}_frigates.yaml`)
    expect(await runKops(['manifests', '--check'], { directory: folder })).toMatchObject({
      exitCode: 0,
    })
  })

  test('a group of the Kubernetes community is taken with a warning', async () => {
    const folder = scratchFolder()
    const run = await runKops(init({ domain: 'x.k8s.io' }), { directory: folder })
    expect(run.exitCode).toBe(0)
    expect(reportedCodes(run)).toEqual(['args/protected-group'])
  })

  test('a group of one word has no dot, and is refused', async () => {
    const folder = await projectFolder()
    const run = await createApi(folder, { group: '' })
    expect(reportedCodes(run)).toEqual(['args/empty-value'])
  })
})
