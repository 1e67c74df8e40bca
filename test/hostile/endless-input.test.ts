import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { inputLimits } from '../../src/input/input-limits.ts'
import { readInputStream } from '../../src/input/read-input-stream.ts'

function* endless(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(2 ** 20, 'a')
}

it('a standard input without end is refused at the limit of bytes, and closed', async () => {
  const stream = Readable.from(endless())
  await expect(readInputStream(stream, '<stdin>')).rejects.toMatchObject({
    name: 'UnfitFileError',
    code: 'EFBIG',
    message: `it has more than ${inputLimits.bytes / 2 ** 20} MiB`,
  })
  expect(stream.destroyed).toBe(true)
})

it('what stays within it is read whole, a character cut in two included', async () => {
  const [first, second] = [Buffer.from('kó').subarray(0, 2), Buffer.from('kó').subarray(2)]
  expect(await readInputStream(Readable.from([first, second]), '<stdin>')).toBe('kó')
})
