import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SupervisedProcess } from '../../src/testing/supervised-process.ts'
import { waitFor } from '../../src/testing/wait.ts'

function start(script: string): { started: SupervisedProcess; directory: string } {
  const directory = mkdtempSync(join(tmpdir(), 'kops process $'))
  const started = new SupervisedProcess({
    program: process.execPath,
    arguments: ['-e', script],
    directory,
    logPath: join(directory, 'log'),
  })
  return { started, directory }
}

test('a program that ends by itself tells its exit code, and its folder stays', async () => {
  const { started, directory } = start(`console.log('it\\'s "done"'); process.exitCode = 7`)
  await started.ended
  expect(started.exitCode).toBe(7)
  expect(await started.readLogTail()).toBe(`it's "done"`)
  expect(existsSync(directory)).toBe(true)
  await started.stop()
})

test('stop() kills a program that does not listen, and removes its folder', async () => {
  const { started, directory } = start(
    `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)`,
  )
  const pid = await waitFor(
    'the program to tell its id',
    async () => Number(await started.readLogTail()) || false,
    {
      timeoutMs: 20_000,
    },
  )
  expect(() => process.kill(pid, 0)).not.toThrow()
  await started.stop()
  await started.stop()
  expect(started.hasEnded).toBe(true)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  expect(existsSync(directory)).toBe(false)
})
