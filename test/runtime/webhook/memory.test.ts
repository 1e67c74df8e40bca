import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mutatePath, newApplication, newReview } from './reviews.ts'

/** As the manifests that `kops init` writes say. */
const podFlags = ['--max-old-space-size=192', '--max-semi-space-size=1']
const podMemory = 256
const mostLagMs = 100

interface Usage {
  readonly longestMs: number
  readonly memory: number
}

interface PodParts {
  readonly port: number
  readonly lines: AsyncIterator<string>
  readonly write: (text: string) => void
  readonly stop: () => void
}

/** A process with webhooks and the memory of a pod. */
class Pod {
  readonly port: number
  readonly stop: () => void
  readonly #lines: AsyncIterator<string>
  readonly #write: (text: string) => void

  private constructor({ port, lines, write, stop }: PodParts) {
    this.port = port
    this.stop = stop
    this.#lines = lines
    this.#write = write
  }

  static async start(): Promise<Pod> {
    const folder = mkdtempSync(join(tmpdir(), 'kops-pod-'))
    const outfile = join(folder, 'main.mjs')
    await build({
      entryPoints: [join(import.meta.dirname, 'programs', 'webhooks-of-a-pod.ts')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'error',
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
    })
    const child = spawn(process.execPath, [...podFlags, outfile], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const reader: Interface = createInterface({ input: child.stdout })
    const stop = (): void => {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    }
    const lines = reader[Symbol.asyncIterator]()
    const port = Number((await lines.next()).value)
    const pod = new Pod({ port, lines, write: (text) => void child.stdin.write(text), stop })
    // What is run for the first time is compiled.
    for (let round = 0; round < 20; round++) {
      await pod.post('/convert', conversion(application('v1', 100), 20))
      await pod.post(mutatePath, newReview())
    }
    await pod.usage()
    return pod
  }

  async usage(): Promise<Usage> {
    this.#write('\n')
    return JSON.parse(String((await this.#lines.next()).value))
  }

  post(path: string, body: string): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json' }
      const options = { host: '127.0.0.1', port: this.port, path, method: 'POST', headers }
      const outgoing = httpsRequest({ ...options, rejectUnauthorized: false }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }))
        response.once('error', reject)
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }
}

function application(version: string, bytes: number): string {
  const { spec, ...rest } = newApplication()
  const settings = Array.from({ length: Math.ceil(bytes / 40) }, (_, at) => ({
    name: `s${at}`,
    value: `value ${at}`,
  }))
  return JSON.stringify({
    ...rest,
    apiVersion: `apps.my.domain/${version}`,
    spec: { ...spec, settings },
  })
}

const conversion = (object: string, count: number): string =>
  conversionOf(Array.from({ length: count }, () => object).join(','))

const conversionOf = (objects: string): string =>
  `{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{"uid":"u","desiredAPIVersion":"apps.my.domain/v2","objects":[${objects}]}}`

const admissionOf = (data: string): string =>
  newReview().replace('"image":"shop:1"', `"image":"shop:1","data":${data}`)

const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length))

const keys = (bytes: number): string =>
  Array.from(
    { length: Math.floor(bytes / 12) },
    (_, at) => `"${at.toString(36).padStart(7, 'k')}":1`,
  ).join(',')

const megabyte = 1_000_000

describe('a pod of 256 MiB', { timeout: 180_000 }, () => {
  let pod: Pod
  beforeAll(async () => {
    pod = await Pod.start()
  }, 120_000)
  afterAll(() => pod?.stop())

  test('converts a list of 500 objects of 12 KB, and one of 12 MB', async () => {
    for (const count of [500, 1000]) {
      const { status, text } = await pod.post(
        '/convert',
        conversion(application('v1', 12_000), count),
      )
      expect(status).toBe(200)
      const { response } = JSON.parse(text)
      expect(response.result).toEqual({ status: 'Success' })
      expect(response.convertedObjects).toHaveLength(count)
      expect(response.convertedObjects[count - 1].apiVersion).toBe('apps.my.domain/v2')
      const { longestMs, memory } = await pod.usage()
      expect(longestMs).toBeLessThan(mostLagMs)
      expect(memory).toBeLessThan(podMemory)
    }
  })

  test.for<[string, number, string]>([
    ['/convert', 12, 'one object of text'],
    ['/convert', 12, 'lists in lists'],
    ['/convert', 12, 'empty objects'],
    ['/convert', 12, 'small objects'],
    ['/convert', 12, 'keys'],
    ['/convert', 12, 'long integers'],
    ['/convert', 50, 'empty objects'],
    [mutatePath, 7, 'settings'],
    [mutatePath, 7, 'one object of text'],
    [mutatePath, 7, 'lists in lists'],
    [mutatePath, 7, 'empty objects'],
    [mutatePath, 7, 'keys'],
    [mutatePath, 7, 'long integers'],
  ])('stays alive, small and quick: %s with %i MB of %s', async ([path, megabytes, what]) => {
    const bytes = megabytes * megabyte
    const values: Readonly<Record<string, () => string>> = {
      settings: () => application('v1', bytes),
      'one object of text': () => `{"a":"${fill('x', bytes)}"}`,
      'lists in lists': () => `${fill('[', bytes / 2)}${fill(']', bytes / 2)}`,
      'empty objects': () => `[${fill('{},', bytes)}{}]`,
      'small objects': () => fill(`${application('v1', 10)},`, bytes).slice(0, -1),
      keys: () => `{${keys(bytes)}}`,
      'long integers': () => `[${fill('9007199254740993,', bytes)}1]`,
    }
    const value = values[what]?.() ?? ''
    const body = path === mutatePath ? admissionOf(value) : conversionOf(value)
    for (let round = 0; round < 2; round++) {
      const { status, text } = await pod.post(path, body)
      expect([200, 400, 413]).toContain(status)
      if (status === 413) expect(text).toMatch(/limit is \d+/)
      const { longestMs, memory } = await pod.usage()
      process.stdout.write(
        `${path} ${what}: ${status}, ${longestMs.toFixed()} ms, ${memory.toFixed()} MiB\n`,
      )
      expect(longestMs).toBeLessThan(mostLagMs)
      expect(memory).toBeLessThan(podMemory)
    }
  })
})
