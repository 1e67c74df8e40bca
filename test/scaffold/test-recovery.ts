import { createHmac } from 'node:crypto'
import type { Recovery } from '../../src/scaffold/recovery.ts'

/** A user who trusts every folder, with the same key in every process. */
export function recoveryOf(key = 'mine', announce: (text: string) => void = () => {}): Recovery {
  return {
    sign: (text) => createHmac('sha256', key).update(text).digest('hex'),
    isTrusted: () => true,
    announce,
  }
}

export const recovery: Recovery = recoveryOf()
