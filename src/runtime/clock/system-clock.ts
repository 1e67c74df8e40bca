import type { Clock } from './clock.ts'

/** The longest delay that a timer of Node holds; longer ones would fire at once. */
const longestDelayMs = 2 ** 31 - 1

/** The machine's own time. */
export const systemClock: Clock = {
  monotonic: () => performance.now(),
  now: () => Date.now(),
  after(delayMs, callback, options) {
    const timer = setTimeout(callback, Math.min(Math.ceil(delayMs), longestDelayMs))
    if (options?.background) timer.unref()
    return { cancel: () => clearTimeout(timer) }
  },
}
