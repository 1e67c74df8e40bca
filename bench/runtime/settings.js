import { parseArgs } from 'node:util'

/** What both programs in both languages are told, by the same flags. */
export function readSettings() {
  const { values } = parseArgs({
    options: {
      server: { type: 'string', default: '' },
      workload: { type: 'string', default: 'sync' },
      count: { type: 'string', default: '0' },
      samples: { type: 'string', default: '0' },
      last: { type: 'string', default: '0' },
      run: { type: 'string', default: '' },
      concurrent: { type: 'string', default: '1' },
      passes: { type: 'string', default: '1' },
    },
  })
  return {
    ...values,
    count: Number(values.count),
    samples: Number(values.samples),
    concurrent: Number(values.concurrent),
    passes: Number(values.passes),
  }
}

/**
 * What a status is to say next: each object is written so many times, one write after the other. `undefined` after the
 * last. @param {string | undefined} written @param {{ run: string, passes: number }} settings
 */
export function nextRun(written, { run, passes }) {
  const pass = written?.startsWith(`${run}/`) ? Number(written.slice(run.length + 1)) : 0
  return pass < passes ? `${run}/${pass + 1}` : undefined
}

/** The annotation that says when an object was written, in microseconds. */
export const writtenAnnotation = 'bench.kops.dev/written'
