import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import type { ExecSettings } from '../../../src/runtime/client/config/exec-settings.ts'
import type { TlsSource } from '../../../src/runtime/client/connection.ts'
import { ExecCredentials } from '../../../src/runtime/client/credentials/exec-credentials.ts'
import {
  ExecPluginError,
  runExecPlugin,
  type ExecContext,
} from '../../../src/runtime/client/credentials/exec-plugin.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { kubeconfig, load, write } from './kubeconfig-folder.ts'

let directory = ''
let program = ''
let runs = ''

/*
 * The plugin: notes each run with what it was told, and answers with the content of a file. `%RUN%` is the number of
 * the run.
 */
const source = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs')
const runs = process.env.RUNS
appendFileSync(runs, JSON.stringify({ arguments: process.argv.slice(2), info: JSON.parse(process.env.KUBERNETES_EXEC_INFO), own: process.env.OWN }) + '\\n')
const run = readFileSync(runs, 'utf8').trim().split('\\n').length
if (process.env.COMPLAINT) process.stderr.write(process.env.COMPLAINT)
if (process.env.CODE) process.exit(Number(process.env.CODE))
process.stdout.write(process.env.ANSWER.replaceAll('%RUN%', run))
`

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kops-exec-'))
  program = join(directory, 'plugin')
  await writeFile(program, source)
  await chmod(program, 0o755)
})

afterAll(() => rm(directory, { recursive: true, force: true }))

interface Given {
  readonly answer?: string
  readonly environment?: NodeJS.ProcessEnv
  readonly settings?: Partial<ExecSettings>
  readonly isTerminal?: boolean
  readonly timeoutMs?: number
}

const apiVersion = 'client.authentication.k8s.io/v1'

const credential = (status: object, more: object = {}): string =>
  JSON.stringify({ apiVersion, kind: 'ExecCredential', status, ...more })

async function context({
  answer = credential({ token: 'run-%RUN%' }),
  ...given
}: Given = {}): Promise<ExecContext> {
  runs = join(directory, `runs-${Math.random()}`)
  await writeFile(runs, '')
  return {
    settings: {
      command: program,
      args: ['get-token', '--cluster=c'],
      environment: { OWN: 'mine' },
      apiVersion,
      interactiveMode: 'Never',
      providesClusterInfo: false,
      installHint: undefined,
      ...given.settings,
    },
    cluster: { server: 'https://10.0.0.1', config: { audience: 'x' } },
    environment: { ...process.env, RUNS: runs, ANSWER: answer, ...given.environment },
    isTerminal: given.isTerminal ?? false,
    timeoutMs: given.timeoutMs,
  }
}

async function readRuns(): Promise<{ arguments: string[]; info: object; own: string }[]> {
  const text = await readFile(runs, 'utf8')
  return text
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

describe('runExecPlugin()', () => {
  it('tells the plugin what it asks for, and reads its answer', async () => {
    const expirationTimestamp = '2026-11-30T12:00:00Z'
    const answer = credential({ token: 't', expirationTimestamp })
    expect(await runExecPlugin(await context({ answer }))).toEqual({
      token: 't',
      certificate: undefined,
      expiresAt: Date.parse(expirationTimestamp),
    })
    expect(await readRuns()).toEqual([
      {
        arguments: ['get-token', '--cluster=c'],
        own: 'mine',
        info: { apiVersion, kind: 'ExecCredential', spec: { interactive: false } },
      },
    ])
    await runExecPlugin(await context({ settings: { providesClusterInfo: true } }))
    expect(await readRuns()).toMatchObject([
      { info: { spec: { cluster: { server: 'https://10.0.0.1', config: { audience: 'x' } } } } },
    ])
  })

  test.for<[string, Given, string]>([
    [
      'ends with a code',
      { environment: { CODE: '3', COMPLAINT: 'not logged in' } },
      'ended with 3: not logged in',
    ],
    ['answers nothing', { answer: '' }, 'the answer is no JSON object'],
    ['answers something else', { answer: '{"kind":"Pod"}' }, 'the answer is no ExecCredential'],
    [
      'answers in another version',
      { answer: credential({}, { apiVersion: 'v1' }) },
      `Expected an answer of ${apiVersion}, got v1`,
    ],
    [
      'has no status',
      { answer: credential({}, { status: undefined }) },
      'the answer has no status',
    ],
    ['says nobody', { answer: credential({}) }, 'the answer says nobody'],
    [
      'gives half a pair',
      { answer: credential({ token: 't', clientKeyData: 'k' }) },
      'got one of them',
    ],
    [
      'gives no time',
      { answer: credential({ token: 't', expirationTimestamp: 'soon' }) },
      'got `soon`',
    ],
    [
      'must ask a person who is not there',
      { settings: { interactiveMode: 'Always' } },
      'standard input is no terminal',
    ],
    [
      'is not there',
      { settings: { command: 'kops-no-such-plugin', installHint: 'Install it with brew.' } },
      'kops-no-such-plugin is not there\n\nInstall it with brew.',
    ],
    [
      'takes too long',
      {
        settings: { command: process.execPath, args: ['-e', 'setInterval(() => 0, 1000)'] },
        timeoutMs: 50,
      },
      'ended with SIGKILL',
    ],
  ])('fails where the plugin %s', async ([, given, message]) => {
    const error = await runExecPlugin(await context(given)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ExecPluginError)
    expect((error as Error).message).toContain(message)
  })
})

describe('ExecCredentials', () => {
  const clock = new ManualClock()

  it('runs the plugin once for all who wait, and again when its answer has expired', async () => {
    const expirationTimestamp = new Date(clock.now() + 60_000).toISOString()
    const answer = credential({ token: 'run-%RUN%', expirationTimestamp })
    const credentials = new ExecCredentials({ ...(await context({ answer })), clock })
    const all = await Promise.all(Array.from({ length: 10 }, () => credentials.headers()))
    expect(new Set(all.map((each) => each['authorization']))).toEqual(new Set(['Bearer run-1']))
    await clock.advance(59_999)
    expect(await credentials.headers()).toEqual({ authorization: 'Bearer run-1' })
    await clock.advance(1)
    expect(await credentials.headers()).toEqual({ authorization: 'Bearer run-2' })
  })

  it('runs the plugin again where its answer is refused, once for all', async () => {
    const credentials = new ExecCredentials({ ...(await context()), clock })
    const refused = await credentials.headers()
    await clock.advance(10_000)
    expect(await credentials.invalidate(refused)).toBe(true)
    expect(await credentials.invalidate(refused)).toBe(true)
    expect(await credentials.headers()).toEqual({ authorization: 'Bearer run-2' })
    expect(await readRuns()).toHaveLength(2)
  })

  it('sees no sense in a new try where the plugin says the same again, or fails', async () => {
    const same = new ExecCredentials({
      ...(await context({ answer: credential({ token: 't' }) })),
      clock,
    })
    expect(await same.invalidate(await same.headers())).toBe(false)
    const given = await context()
    const credentials = new ExecCredentials({ ...given, clock })
    const refused = await credentials.headers()
    given.environment['CODE'] = '1'
    expect(await credentials.invalidate(refused)).toBe(false)
  })

  it('gives a client certificate, and another one when it runs again', async () => {
    const answer = credential({ clientCertificateData: 'cert-%RUN%', clientKeyData: 'key-%RUN%' })
    const credentials = new ExecCredentials({ ...(await context({ answer })), clock })
    const tls = credentials.tls({ ca: 'authority' })
    const first = await tls.current()
    expect(first).toEqual({ ca: 'authority', cert: 'cert-1', key: 'key-1' })
    expect(await tls.current()).toBe(first)
    expect(await credentials.headers()).toEqual({})
    await clock.advance(10_000)
    expect(await credentials.invalidate({})).toBe(true)
    expect(await tls.current()).toEqual({ ca: 'authority', cert: 'cert-2', key: 'key-2' })
  })
})

it('a kubeconfig runs a plugin that stands beside it', async () => {
  await write('bin/plugin', source)
  await chmod(await write('bin/plugin', source), 0o755)
  const path = await write(
    'with-plugin',
    kubeconfig({
      user: `exec: {apiVersion: ${apiVersion}, command: ./bin/plugin, args: [a], interactiveMode: IfAvailable, provideClusterInfo: true, env: [{name: OWN, value: mine}]}`,
      cluster:
        'server: "https://10.0.0.1", tls-server-name: kubernetes, extensions: [{name: client.authentication.k8s.io/exec, extension: {audience: x}}]',
    }),
  )
  const { environment } = await context()
  const connection = await load({ kubeconfig: path, environment })
  expect(await connection.credentials.headers()).toEqual({ authorization: 'Bearer run-1' })
  expect((await (connection.tls as TlsSource).current()).servername).toBe('kubernetes')
  expect(await readRuns()).toMatchObject([
    {
      arguments: ['a'],
      info: {
        spec: {
          cluster: {
            server: 'https://10.0.0.1',
            'tls-server-name': 'kubernetes',
            config: { audience: 'x' },
          },
        },
      },
    },
  ])
})
