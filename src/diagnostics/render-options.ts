import type { ReadText } from './source-location.ts'

/** What every renderer needs beside the diagnostics. */
export interface RenderOptions {
  readonly readText: ReadText
  /** Turns the path of a span into the one to show: relative to where the reader is. */
  readonly showPath: (path: string) => string
  /** The last line; empty where there is nothing to say. */
  readonly summary: string
}
