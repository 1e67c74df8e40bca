import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { startTestManager } from '../../src/testing/index.ts'
import { scratchFolder } from '../cli/run-kops.ts'

/** Surroundings in which no control plane can be had, nor built. */
function withoutControlPlane(): void {
  const folder = scratchFolder()
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'go'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  vi.stubEnv('PATH', tools)
  vi.stubEnv('HOME', folder)
  vi.stubEnv('XDG_CACHE_HOME', folder)
  vi.stubEnv('XDG_DATA_HOME', folder)
  vi.stubEnv('KUBEBUILDER_ASSETS', undefined)
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('startTestManager() without a control plane', () => {
  test('says why tests are skipped', async () => {
    withoutControlPlane()
    vi.stubEnv('CI', undefined)
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(await startTestManager({ setup: () => undefined })).toBeUndefined()
    const said = write.mock.calls.map(([text]) => String(text)).join('')
    expect(said).toContain('no control plane to be had: etcd, kube-apiserver not found')
    expect(said).toContain('Install Go')
    expect(said).toContain('skipped')
  })

  test('rejects with the reason in CI', async () => {
    withoutControlPlane()
    vi.stubEnv('CI', 'true')
    await expect(startTestManager({ setup: () => undefined })).rejects.toMatchObject({
      name: 'ProgramsNotFoundError',
      programs: ['etcd', 'kube-apiserver'],
    })
  })
})

describe('tests of a scaffold', () => {
  const templates = readdirSync('templates', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts.hbs'))
    .map((path) => [path, readFileSync(join('templates', path), 'utf8')] as const)
    .filter(([, text]) => text.includes('startTestManager'))

  test('there are some', () => expect(templates).not.toEqual([]))

  test.for(templates)('%s wait for less than the test may take', ([, text]) => {
    const [, testTimeout, hookTimeout] =
      /setConfig\(\{ testTimeout: (\w+), hookTimeout: (\w+) \}\)/.exec(text) ?? []
    const limit = toNumber(testTimeout)
    expect(toNumber(hookTimeout)).toBe(limit)
    expect(limit).toBeGreaterThan(0)
    for (const [, timeout] of text.matchAll(/timeout: ([\d_]+)/g)) {
      expect(toNumber(timeout)).toBeLessThan(limit)
    }
  })
})

function toNumber(literal = ''): number {
  return Number(literal.replaceAll('_', ''))
}
