const newline = 10
const carriageReturn = 13

/** The longest line: more than the largest object that etcd takes, several times over. */
const longestLine = 64 * 1024 * 1024

/** A line that does not end. */
export class EndlessLineError extends Error {
  override readonly name = 'EndlessLineError'
}

/**
 * Cuts a stream of bytes into lines. It works on bytes, so that a chunk may end inside a character, and copies
 * only a line that spans chunks. What follows the last line end is never given: it may be half an object.
 */
export class LineDecoder {
  #pending: Buffer[] = []
  #pendingLength = 0

  /** The lines that a chunk completes, without their ends, empty ones left out. */
  push(chunk: Buffer): string[] {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      const line =
        this.#pendingLength === 0
          ? decode(chunk, start, end)
          : this.#complete(chunk.subarray(start, end))
      if (line !== '') lines.push(line)
      start = end + 1
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
    return lines
  }

  #keep(rest: Buffer): void {
    this.#pending.push(rest)
    this.#pendingLength += rest.length
    if (this.#pendingLength > longestLine) {
      throw new EndlessLineError(`a line has more than ${longestLine} bytes`)
    }
  }

  #complete(rest: Buffer): string {
    const line = Buffer.concat([...this.#pending, rest])
    this.#pending = []
    this.#pendingLength = 0
    return decode(line, 0, line.length)
  }
}

function decode(bytes: Buffer, start: number, end: number): string {
  const last = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end
  return last === start ? '' : bytes.toString('utf8', start, last)
}
