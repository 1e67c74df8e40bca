import { inputLimits } from './input-limits.ts'
import { UnfitFileError } from './read-input-file.ts'

/** Reads a stream to its end as UTF-8, unless it goes past the bytes of an input. `path` is what an error calls it. */
export async function readInputStream(
  stream: AsyncIterable<Buffer | string>,
  path: string,
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const each of stream) {
    const chunk = typeof each === 'string' ? Buffer.from(each) : each
    bytes += chunk.length
    if (bytes > inputLimits.bytes) throw new UnfitFileError('EFBIG', path)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
