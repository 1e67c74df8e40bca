import { setTimeout as delay } from 'node:timers/promises'
import type { ControlPlane, Fault, FaultProxy, ServerName } from '../../../../src/testing/index.ts'
import type { SeededRandom } from './random.ts'

/** Where a soak throws its faults. */
export interface Target {
  readonly controlPlane: ControlPlane
  /** What the operator speaks through, outermost first. */
  readonly proxies: readonly FaultProxy[]
  readonly random: SeededRandom
}

/** Something that goes wrong for a while, and is right again when the promise resolves. */
type Trouble = (target: Target) => Promise<void>

const tooMany = {
  kind: 'answer',
  status: 429,
  headers: { 'retry-after': '1' },
  body: 'slow',
} as const
const unavailable = { kind: 'answer', status: 503, headers: { 'retry-after': '1' } } as const
const page = {
  kind: 'answer',
  status: 502,
  headers: { 'content-type': 'text/html' },
  body: '<html><h1>Bad gateway</h1></html>',
} as const

/** On the wire: what a fault is, and how it is thrown. */
const wireFaults: readonly ((random: SeededRandom) => Fault)[] = [
  () => ({ kind: 'stall' }),
  () => ({ kind: 'fragment' }),
  () => ({ kind: 'refuse' }),
  () => ({ kind: 'replay-lines' }),
  () => ({ kind: 'hold-end' }),
  () => tooMany,
  () => unavailable,
  () => page,
  (random) => ({ kind: 'delay', ms: random.between(1, 200) }),
  (random) => ({ kind: 'cut', afterBytes: random.between(0, 5_000) }),
  (random) => ({ kind: 'cut-idle', afterMs: random.between(50, 500) }),
]

const breakEverything: Trouble = async ({ proxies, random }) => {
  random.pick(proxies).disconnect()
  await Promise.resolve()
}

const throwOnWire: Trouble = async ({ proxies, random }) => {
  const fault = random.pick(wireFaults)(random)
  const end = random.pick(proxies).inject(fault)
  await delay(random.between(200, 2_000))
  end()
}

const halt =
  (server: ServerName): Trouble =>
  async ({ controlPlane, random }) => {
    await controlPlane.pause(server)
    await delay(random.between(200, 3_000))
    await controlPlane.continue(server)
  }

const restart =
  (server: ServerName): Trouble =>
  ({ controlPlane }) =>
    controlPlane.restart(server)

/** By name, each with how often it comes beside the others. */
export const troubles: readonly (readonly [name: string, weight: number, trouble: Trouble])[] = [
  ['on the wire', 10, throwOnWire],
  ['connections broken', 3, breakEverything],
  ['API server halted', 2, halt('kube-apiserver')],
  ['etcd halted', 1, halt('etcd')],
  ['API server killed', 1, restart('kube-apiserver')],
  ['etcd killed', 1, restart('etcd')],
]

/** Throws faults one after the other, with a pause after each, until the time is over. Returns how many of each. */
export async function throwFaults(
  target: Target,
  { untilMs, onTrouble }: { untilMs: number; onTrouble: (name: string) => void },
): Promise<ReadonlyMap<string, number>> {
  const thrown = new Map<string, number>()
  const lots = troubles.flatMap((each) => Array.from({ length: each[1] }, () => each))
  while (performance.now() < untilMs) {
    const [name, , trouble] = target.random.pick(lots)
    onTrouble(name)
    thrown.set(name, (thrown.get(name) ?? 0) + 1)
    await trouble(target)
    await delay(target.random.between(200, 1_500))
  }
  return thrown
}
