import { chownSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scratchFolder, spawnKops, startFile, type KopsRun } from '../run-kops.ts'

/* These run the command as it was built: `npm run build` makes it. */

const packageRoot = dirname(dirname(startFile))

/** A copy of kops that only prints that it ran. */
function copyAt(
  folder: string,
  bin: Readonly<Record<string, string>> = { 'kops-ts': '' },
): Record<string, string> {
  const manifest = JSON.stringify({ name: 'kops', version: '7.0.0', bin })
  return {
    [join(folder, 'node_modules/kops/package.json')]: manifest,
    [join(folder, 'node_modules/kops/bin/kops.js')]:
      "console.log('the copy of the project', process.argv.slice(2).join(' '))",
  }
}

const project = 'version: "3"\n'

function run(directory: string, argv: readonly string[] = ['manifests']): KopsRun {
  return spawnKops(argv, { directory, environment: { HOME: join(directory, '../home') } })
}

const isCopy = expect.stringContaining('the copy of the project')

describe('a project with a kops of its own', () => {
  const files = { PROJECT: project, 'deep/down/file': '', ...copyAt('.') }

  test('runs nothing of it before the user trusts the folder, and says how', () => {
    const directory = scratchFolder({
      ...files,
      'package.json': '{"scripts": {"manifests": "kops manifests"}}',
    })
    const { exitCode, stdout, stderr } = run(directory)
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toContain('error[project/untrusted]')
    expect(stderr).toContain('`kops trust`')
    expect(stderr).toContain('`npm run manifests`')
    expect(stderr).toContain(`run kops 7.0.0 of ${realpathSync(directory)}/node_modules/kops`)
    expect(run(directory, ['edit', '--metrics']).stderr).toContain('`npx kops edit --metrics`')
  })

  test('is handed over to once the user trusts it, from every folder of it', () => {
    const directory = scratchFolder(files)
    expect(run(directory, ['trust'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('7.0.0'),
    })
    for (const place of ['.', 'deep/down']) {
      const { stdout } = run(join(directory, place), ['manifests', '--check'])
      expect(stdout).toBe('the copy of the project manifests --check\n')
    }
    expect(spawnKops(['-C', directory, 'manifests']).stdout).toEqual(isCopy)
    expect(run(directory, ['trust', '--revoke']).exitCode).toBe(0)
    expect(run(directory).stderr).toContain('error[project/untrusted]')
  })

  test('is trusted by its real path, and a copy of it is not', () => {
    const directory = scratchFolder(files)
    run(directory, ['trust'])
    const link = join(dirname(directory), 'link')
    symlinkSync(directory, link)
    expect(run(link).stdout).toEqual(isCopy)
    expect(run(scratchFolder(files)).stderr).toContain('error[project/untrusted]')
  })

  test('has no part in help, in the versions, and in what decides about trust', () => {
    const directory = scratchFolder(files)
    run(directory, ['trust'])
    const lines = [
      ['--help'],
      ['help', 'create', 'api'],
      ['create', 'api', '-h'],
      ['version'],
      ['--version'],
      [],
      ['-C', 'deep', 'version'],
      ['-Cdeep', 'trust', '--list'],
      ['recover'],
      ['completion', 'bash'],
    ]
    for (const argv of lines) {
      const { exitCode, stdout, stderr } = run(directory, argv)
      expect({ exitCode, stderr }, argv.join(' ')).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).not.toEqual(isCopy)
    }
    expect(run(directory, ['version']).stdout).toContain(process.version)
  })

  test('is no reason for an error where the running copy is that one', () => {
    const directory = scratchFolder({ PROJECT: project, 'node_modules/keep': '' })
    symlinkSync(packageRoot, join(directory, 'node_modules/kops'))
    expect(run(directory)).toMatchObject({
      exitCode: 1,
      stderr: expect.not.stringContaining('untrusted'),
    })
  })

  test('is no copy where another program has that name', () => {
    const directory = scratchFolder({ PROJECT: project, ...copyAt('.', { kops: 'bin/kops.js' }) })
    expect(run(directory).stderr).not.toContain('untrusted')
  })

  test('cannot trust itself', () => {
    const directory = scratchFolder({
      ...files,
      'home/.local/state/kops/trust/key': 'x'.repeat(32),
      '.kops/trust': realpathSync('.'),
      '.npmrc': 'kops-trust=true\n',
      'package.json': '{"kops": {"trusted": true}}',
    })
    expect(run(directory).stderr).toContain('error[project/untrusted]')
  })
})

describe('a kops above the project', () => {
  const inner = 'packages/fleet'

  function workspace(manifest: object): { readonly top: string; readonly fleet: string } {
    const top = scratchFolder({
      'package.json': JSON.stringify(manifest),
      [`${inner}/PROJECT`]: project,
      ...copyAt('.'),
    })
    const fleet = join(top, inner)
    run(fleet, ['trust'])
    return { top, fleet }
  }

  test.for([
    { workspaces: ['packages/*'] },
    { workspaces: { packages: ['./packages/**'] } },
    { workspaces: ['tools', 'packages/fl*t/'] },
  ])('is that of the workspace root: %j', (manifest) => {
    expect(run(workspace(manifest).fleet).stdout).toEqual(isCopy)
  })

  test.for([
    {},
    { workspaces: [] },
    { workspaces: ['packages'] },
    { workspaces: ['tools/*', 'packages/a*'] },
  ])('is none of it where that is not its workspace root: %j', (manifest) => {
    const { stdout, stderr } = run(workspace(manifest).fleet)
    expect(stdout).not.toEqual(isCopy)
    expect(stderr).not.toContain('untrusted')
  })

  test.for(['.', 'package.json', 'node_modules', 'node_modules/kops/bin/kops.js'])(
    'is none of it where %s belongs to another user',
    (path, { skip }) => {
      if (process.getuid?.() !== 0) skip('only root can give files away')
      const { top, fleet } = workspace({ workspaces: ['packages/*'] })
      chownSync(join(top, path), 65_534, 65_534)
      expect(run(fleet).stdout).not.toEqual(isCopy)
    },
  )

  test('is never asked for without a PROJECT', () => {
    const directory = scratchFolder({ 'package.json': '{}', 'src/a.ts': '', ...copyAt('.') })
    expect(run(join(directory, 'src'), ['explain']).stdout).not.toEqual(isCopy)
    expect(run(directory).stderr).not.toContain('untrusted')
  })

  test('has no part in a project below that is a stranger to the user', () => {
    const { fleet } = workspace({ workspaces: ['packages/*'] })
    const vendored = join(fleet, 'vendor/other')
    mkdirSync(vendored, { recursive: true })
    writeFileSync(join(vendored, 'PROJECT'), project)
    for (const [path, text] of Object.entries(copyAt('.'))) {
      mkdirSync(dirname(join(vendored, path)), { recursive: true })
      writeFileSync(join(vendored, path), text)
    }
    expect(run(vendored).stderr).toContain('error[project/untrusted]')
  })
})
