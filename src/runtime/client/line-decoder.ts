const newline = 10

/**
 * Cuts a stream of bytes into lines. It works on bytes, so that a chunk may end inside a character, and copies
 * only a line that spans chunks. What follows the last line end is never given: it may be half an object.
 */
export class LineDecoder {
  #pending: Buffer[] = []

  /** The lines that a chunk completes, without their ends, empty ones left out. */
  push(chunk: Buffer): string[] {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line = this.#complete(chunk.subarray(start, end))
      if (line !== '') lines.push(line)
      start = end + 1
    }
    if (start < chunk.length) this.#pending.push(chunk.subarray(start))
    return lines
  }

  /** Bytes that wait for their line end. */
  get pendingLength(): number {
    return this.#pending.reduce((length, part) => length + part.length, 0)
  }

  #complete(rest: Buffer): string {
    if (this.#pending.length === 0) return decode(rest)
    const line = Buffer.concat([...this.#pending, rest])
    this.#pending = []
    return decode(line)
  }
}

function decode(line: Buffer): string {
  return line.toString('utf8').trim()
}
