import type { TransportResponse } from './transport.ts'

const warning = /\b299 \S+ "((?:[^"\\]|\\.)*)"/g

/** The texts of `Warning: 299 - "text"`, several with commas between. */
export function warningsIn({ headers }: TransportResponse): string[] {
  const header = headers['warning']
  if (header === undefined) return []
  const text = Array.isArray(header) ? header.join(', ') : header
  return [...text.matchAll(warning)].map(([, each = '']) => each.replace(/\\(.)/g, '$1'))
}
