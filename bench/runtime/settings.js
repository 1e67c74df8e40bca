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
    },
  })
  return {
    ...values,
    count: Number(values.count),
    samples: Number(values.samples),
    concurrent: Number(values.concurrent),
  }
}

/** The annotation that says when an object was written, in microseconds. */
export const writtenAnnotation = 'bench.kops.dev/written'
