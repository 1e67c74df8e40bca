import { expect } from 'vitest'

/** The largest input over the smallest. */
const growth = 64

/**
 * Linear time grows 64-fold and n log n about 90-fold, up to twice that where memory is no longer in the
 * processor's cache; n^1.5 grows 512-fold, a square 4096-fold.
 */
const largestRatio = 256

/** The smallest input takes at least so many microseconds, or has the largest `n` that is tried. */
const shortestRun = 750
const largestSmall = 16_384

/** Collecting garbage lengthens one run of a few. */
const leastRuns = 3

/**
 * Expects that the CPU time of `run` grows linearly with `n`: 64 times the input takes less than 256
 * times the time. Only ratios are compared, so that a slow or busy machine gives the same answer; `n` is chosen
 * such that the smallest run takes about a millisecond. A run may end in an error of its own, which is
 * caught: an input that is refused costs time too. An exhausted stack fails the test.
 */
export function expectLinear<T>(
  name: string,
  make: (n: number) => T,
  run: (input: T) => unknown,
): void {
  const size = findSize(make, run)
  const ratios: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    const ratio = measure(make(size * growth), run) / measure(make(size), run)
    ratios.push(ratio)
    if (ratio <= largestRatio) break
  }
  const least = Math.min(...ratios)
  if (least > largestRatio) {
    expect.fail(
      `${name}: ${growth} times the input (n = ${size}) took ${least.toFixed(0)} times the CPU time, more than ${largestRatio}`,
    )
  }
  expect(least).toBeLessThanOrEqual(largestRatio)
}

function findSize<T>(make: (n: number) => T, run: (input: T) => unknown): number {
  let size = 64
  // The first run of each size compiles code.
  while (size < largestSmall && measure(make(size), run) < shortestRun) size *= 2
  return size
}

/** Returns the CPU time of one run in microseconds, the least of several where one is short. */
function measure<T>(input: T, run: (input: T) => unknown): number {
  let total = 0
  let runs = 0
  let least = Number.POSITIVE_INFINITY
  do {
    const start = process.cpuUsage()
    ignoreRefusal(() => run(input))
    const { user, system } = process.cpuUsage(start)
    total += user + system
    least = Math.min(least, user + system)
    runs++
  } while (runs < leastRuns || (total < 2 * shortestRun && runs < 50))
  // A run below the grain of the clock counts as the average.
  return least > 200 ? least : Math.max(total / runs, 1)
}

function ignoreRefusal(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    if (error instanceof RangeError) throw error
  }
}
