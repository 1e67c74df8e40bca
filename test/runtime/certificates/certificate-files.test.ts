import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import { CertificateFiles } from '../../../src/runtime/certificates/certificate-files.ts'
import { systemClock } from '../../../src/runtime/clock/system-clock.ts'
import { answer } from '../../../src/runtime/manager/servers/http-answer.ts'
import { PrometheusRegistry } from '../../../src/runtime/metrics/prometheus-registry.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { silentLogger } from '../log/silent-logger.ts'
import { serve } from '../manager/servers/serve.ts'

const authority = new CertificateAuthority('test')
const pairOf = (commonName: string) => authority.issue({ commonName, hosts: ['localhost'] })

/** A folder as the kubelet mounts a Secret: files through a link to a folder that is swapped. */
function useSecret(commonName: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kops-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  let version = 0
  const swap = (pair = pairOf(commonName)): void => {
    const data = `..${++version}`
    mkdirSync(join(folder, data))
    writeFileSync(join(folder, data, 'tls.crt'), pair.certificate)
    writeFileSync(join(folder, data, 'tls.key'), pair.privateKey)
    symlinkSync(data, join(folder, '..data_tmp'))
    renameSync(join(folder, '..data_tmp'), join(folder, '..data'))
  }
  swap()
  symlinkSync('..data/tls.crt', join(folder, 'tls.crt'))
  symlinkSync('..data/tls.key', join(folder, 'tls.key'))
  return { folder, swap }
}

function useFiles(folder: string, clock = new ManualClock()) {
  const metrics = new PrometheusRegistry()
  const files = new CertificateFiles({ path: folder, clock, logger: silentLogger, metrics })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  return { files, metrics, clock, stop }
}

const handler = (_request: unknown, response: Parameters<typeof answer>[0]): void =>
  answer(response, 200, { body: 'ok' })

describe('certificates in files', () => {
  test('are taken anew when the folder behind them is swapped, without a restart', async () => {
    const { folder, swap } = useSecret('first')
    const { files } = useFiles(folder)
    const { get } = await serve({ handler, certificate: files })
    expect((await get('/')).subject).toBe('first')
    swap(pairOf('second'))
    await expect.poll(async () => (await get('/')).subject, { timeout: 10_000 }).toBe('second')
  })

  test('are polled, for folders that tell of nothing', async () => {
    const { folder, swap } = useSecret('first')
    const { files, clock, stop } = useFiles(folder)
    await files.start(stop.signal)
    const before = files.current()
    swap(pairOf('second'))
    await clock.advance(10_000)
    await expect.poll(() => files.current()).not.toEqual(before)
    stop.abort()
    await clock.advance(0)
    expect(clock.pendingTimers).toBe(0)
  })

  test('stay as they were while the new pair does not fit together, and that is counted', async () => {
    const { folder, swap } = useSecret('first')
    const { files, metrics, clock, stop } = useFiles(folder)
    await files.start(stop.signal)
    const before = files.current()
    swap({ certificate: pairOf('a').certificate, privateKey: pairOf('b').privateKey })
    await clock.advance(10_000)
    const failures = /^certwatcher_read_certificate_errors_total [1-9]/m
    await expect.poll(() => metrics.render()).toMatch(failures)
    expect(files.current()).toEqual(before)
    swap(pairOf('third'))
    await clock.advance(10_000)
    await expect.poll(() => files.current()).not.toEqual(before)
  })

  test('that are not there end the server with their path', async () => {
    const { files } = useFiles('/nowhere', new ManualClock())
    await expect(serve({ handler, certificate: files })).rejects.toThrow('/nowhere/tls.crt')
    expect(systemClock.monotonic()).toBeGreaterThan(0)
  })
})
