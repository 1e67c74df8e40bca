import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changed, frigates } from '../../generators/import/frigates.ts'
import { reportedCodes, runKops, scratchFolder, type KopsRun } from '../run-kops.ts'
import { redirect, serve, serveProxy } from './serve.ts'

const cruisers = frigates.replaceAll('frigate', 'cruiser').replaceAll('Frigate', 'Cruiser')
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: fleet}\n'

interface Call {
  readonly files?: Readonly<Record<string, string>>
  readonly flags?: readonly string[]
  readonly input?: string
  readonly environment?: Readonly<Record<string, string>>
}

function generateTypes(from: readonly string[], call: Call = {}): Promise<KopsRun> {
  const { files = {}, flags = [], ...surroundings } = call
  const argv = ['generate', 'types', '--output', 'types', '--dry-run', ...flags, '--from', ...from]
  return runKops(argv, { directory: scratchFolder(files), ...surroundings })
}

/** The kinds whose files were printed. */
function kindsIn({ stdout }: KopsRun): string[] {
  const found = [...stdout.matchAll(/^export interface (\w+) extends CustomResource\b/gm)]
  return found.map(([, kind = '']) => kind).toSorted()
}

async function expectKinds(run: Promise<KopsRun>, ...kinds: readonly string[]): Promise<void> {
  const done = await run
  expect(done.exitCode, done.stderr).toBe(0)
  expect(kindsIn(done)).toEqual(kinds)
}

async function expectRefusal(run: Promise<KopsRun>, code: string, says: string): Promise<void> {
  const { exitCode, ...done } = await run
  expect(reportedCodes({ exitCode, ...done }), done.stderr).toEqual([code])
  expect(exitCode).toBe(code.startsWith('args/') ? 2 : 1)
  expect(done.stderr).toContain(says)
}

describe('kops generate types reads', () => {
  test('a file', () =>
    expectKinds(generateTypes(['a.yaml'], { files: { 'a.yaml': frigates } }), 'Frigate'))

  test('a file of any name', () =>
    expectKinds(generateTypes(['crd.txt'], { files: { 'crd.txt': frigates } }), 'Frigate'))

  test('a folder and those below it, past everything else in them', () =>
    expectKinds(
      generateTypes(['config'], {
        files: {
          'config/crd/frigates.yaml': frigates,
          'config/other/deep/cruisers.yml': `${configMap}---\n${cruisers}`,
          'config/map.yaml': configMap,
          'config/templates/chart.yaml': '{{ if .Values.x }}\n\tnot: yaml\n{{ end }}\n',
          'config/README.md': 'CustomResourceDefinition',
          'config/.git/frigates.yaml': changed('Namespaced', 'Cluster'),
          'config/node_modules/x/frigates.yaml': changed('Namespaced', 'Cluster'),
        },
      }),
      'Cruiser',
      'Frigate',
    ))

  test('a folder that leads to itself', async () => {
    const directory = scratchFolder({ 'crds/frigates.yaml': frigates })
    mkdirSync(join(directory, 'crds/sub'))
    symlinkSync(join(directory, 'crds'), join(directory, 'crds/sub/again'))
    const argv = ['generate', 'types', '--from', 'crds', '--output', 'types', '--dry-run']
    await expectKinds(runKops(argv, { directory }), 'Frigate')
  })

  test('several sources', () =>
    expectKinds(
      generateTypes(['a.yaml', 'b.yaml'], { files: { 'a.yaml': frigates, 'b.yaml': cruisers } }),
      'Cruiser',
      'Frigate',
    ))

  test('the standard input', () =>
    expectKinds(generateTypes(['-'], { input: frigates }), 'Frigate'))

  test('a URL', async () => {
    const url = await serve({ '/crds.yaml?ref=v1': frigates })
    await expectKinds(generateTypes([`${url}/crds.yaml?ref=v1`]), 'Frigate')
  })

  test('a URL that leads to another', async () => {
    const target = await serve({ '/there': frigates })
    const url = await serve({ '/here': redirect('/next'), '/next': redirect(`${target}/there`) })
    await expectKinds(generateTypes([`${url}/here`]), 'Frigate')
  })

  test('a URL with a user and a password, and keeps them to itself', async () => {
    const url = await serve({
      '/crds': ({ headers }, response) => {
        const isKnown = headers.authorization === `Basic ${btoa('jack:tar')}`
        response.writeHead(isKnown ? 200 : 401).end(frigates)
      },
    })
    await expectKinds(generateTypes([`${url.replace('//', '//jack:tar@')}/crds`]), 'Frigate')
    const wrong = await generateTypes([`${url.replace('//', '//jack:rum@')}/crds`])
    expect(wrong.stderr).toContain('401')
    expect(wrong.stderr).not.toContain('rum')
  })

  test.for([
    'https://jack:r/um@example.org/x',
    'http://jack:r%um@localhost:1/x',
    'https://jack:r@/um@',
  ])('no word of the password of %s into an answer', async (source) => {
    const { exitCode, stderr } = await generateTypes([source])
    expect(exitCode).toBe(1)
    expect(stderr).not.toMatch(/jack|um@/)
  })

  test('a URL through the proxy that the environment names', async () => {
    const target = await serve({ '/all.yaml': frigates })
    const { proxy, asked } = await serveProxy(target)
    const environment = { HTTP_PROXY: proxy }
    await expectKinds(
      generateTypes(['http://crds.example.org/all.yaml'], { environment }),
      'Frigate',
    )
    expect(asked).toEqual(['crds.example.org:80'])
  })
})

describe('kops generate types chooses', () => {
  const files = {
    'all.yaml': `${frigates}---\n${cruisers}---\n${frigates.replaceAll('ship.', 'air.')}`,
  }

  test.for<[string, string[], string[]]>([
    ['by group', ['--group', 'air.example.org'], ['Frigate']],
    ['by kind', ['--name', 'Cruiser'], ['Cruiser']],
    ['by plural', ['--name', 'frigates', '--group', 'ship.example.org'], ['Frigate']],
    ['by name', ['--name', 'cruisers.ship.example.org'], ['Cruiser']],
  ])('%s', ([, flags, kinds]) =>
    expectKinds(generateTypes(['all.yaml'], { files, flags }), ...kinds),
  )

  test('nothing that is not there', async () => {
    const byName = generateTypes(['all.yaml'], { files, flags: ['--name', 'Crusier'] })
    await expectRefusal(byName, 'args/no-such-crd', 'did you mean `Cruiser`?')
    const byGroup = generateTypes(['all.yaml'], { files, flags: ['--group', 'see.example.org'] })
    await expectRefusal(byGroup, 'args/no-such-crd', 'did you mean')
  })
})

describe('kops generate types refuses', () => {
  test.for<[title: string, from: string[], code: string, says: string]>([
    ['a file that is not there', ['none.yaml'], 'crd/unreadable', 'there is no such file'],
    ['a folder without manifests', ['empty'], 'crd/none-found', '`empty`'],
    ['a file of other kinds', ['map.yaml'], 'crd/none-found', '`map.yaml`'],
    ['an archive', ['chart.tgz'], 'crd/unreadable', 'it is no text'],
    ['an empty standard input', ['-'], 'crd/none-found', 'the standard input'],
    ['the standard input twice', ['-', '-'], 'args/repeated-input', 'once'],
    ['an empty name', [''], 'args/empty-value', 'variable'],
    [
      'a URL of a host that does not exist',
      ['http://crds.invalid/x.yaml'],
      'crd/unreadable',
      'ENOTFOUND',
    ],
    ['a URL that is none', ['https://[x'], 'crd/unreadable', 'it is no URL'],
  ])('%s', ([, from, code, says]) => {
    const files = {
      'empty/README.md': '',
      'map.yaml': configMap,
      'chart.tgz': '\u001F\u0008\u0000',
    }
    return expectRefusal(generateTypes(from, { files }), code, says)
  })

  test('a server that has nothing, a web page, or no end', async () => {
    const url = await serve({
      '/page': (_, response) =>
        response.setHeader('content-type', 'text/html').end('<!doctype html>'),
      '/loop': redirect('/loop'),
      '/endless': (_, response) => {
        const chunk = Buffer.alloc(2 ** 20, 'x')
        const more = (): void => {
          while (!response.destroyed && response.write(chunk));
          if (!response.destroyed) response.once('drain', more)
        }
        more()
      },
      '/cut': (_, response) => {
        response.writeHead(200, { 'content-length': '1000' })
        response.write('apiVersion: apiextensions', () => response.destroy())
      },
    })
    await expectRefusal(generateTypes([`${url}/none`]), 'crd/unreadable', '404')
    await expectRefusal(generateTypes([`${url}/page`]), 'crd/unreadable', 'a web page')
    await expectRefusal(generateTypes([`${url}/loop`]), 'crd/unreadable', 'more than 10 times')
    await expectRefusal(generateTypes([`${url}/endless`]), 'crd/unreadable', '64 MiB')
    await expectRefusal(generateTypes([`${url}/cut`]), 'crd/unreadable', 'broke off')
  })

  test('a cluster that is not there', () => {
    const environment = { KUBECONFIG: '', HOME: '/nowhere' }
    const flags = ['--kubeconfig', 'none.yaml']
    const run = generateTypes(['cluster'], { environment, flags })
    return expectRefusal(run, 'crd/unreadable', '--kubeconfig')
  })

  test('a command line without a source or an output', async () => {
    const run = await runKops(['generate', 'types'])
    expect(run.exitCode).toBe(2)
    expect(run.stderr).toContain('`kops generate types` needs `--from`')
    expect(run.stderr).toContain('`kops generate types` needs `--output`')
  })

  test('a mistake at its line of the file, whatever the file is called', async () => {
    const files = { 'sub dir/a.yaml': changed('Namespaced', 'Global') }
    const { stderr } = await generateTypes(['sub dir'], { files })
    expect(stderr).toContain('--> sub dir/a.yaml:10:10')
    const url = await serve({ '/a.yaml': changed('Namespaced', 'Global') })
    expect((await generateTypes([`${url}/a.yaml`])).stderr).toContain(`--> ${url}/a.yaml:10:10`)
    const { stderr: fromInput } = await generateTypes(['-'], { input: changed('Namespaced', 'X') })
    expect(fromInput).toContain('--> <stdin>:10:10')
  })
})
