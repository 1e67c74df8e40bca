import type { Condition } from '../../apimachinery/object-meta.ts'
import { systemClock } from '../clock/system-clock.ts'
import type { Clock } from '../clock/clock.ts'

/** A condition to set. Without `lastTransitionTime`, the time of the change is taken. */
export type NewCondition = Omit<Condition, 'lastTransitionTime'> &
  Partial<Pick<Condition, 'lastTransitionTime'>>

/**
 * The conditions with one of them set: `status.conditions = setStatusCondition(status.conditions, {…})`. The time of
 * transition moves when the status changes, and only then. Where nothing changes, the same array is returned; the
 * given one is never changed.
 */
export function setStatusCondition(
  conditions: readonly Condition[] | undefined,
  condition: NewCondition,
  clock: Pick<Clock, 'now'> = systemClock,
): Condition[] {
  const existing = findStatusCondition(conditions, condition.type)
  if (conditions !== undefined && existing !== undefined && isSame(existing, condition)) {
    return conditions as Condition[]
  }
  const lastTransitionTime =
    existing?.status === condition.status
      ? existing.lastTransitionTime
      : (condition.lastTransitionTime ?? renderTime(clock.now()))
  const next = { ...condition, lastTransitionTime }
  if (existing === undefined) return [...(conditions ?? []), next]
  return (conditions ?? []).map((each) => (each === existing ? next : each))
}

/** The conditions without those of a type; the same array where there is none. */
export function removeStatusCondition(
  conditions: readonly Condition[] | undefined,
  type: string,
): Condition[] {
  if (conditions === undefined) return []
  const kept = conditions.filter((each) => each.type !== type)
  return kept.length === conditions.length ? (conditions as Condition[]) : kept
}

/** The condition of a type, or `undefined` where there is none. */
export function findStatusCondition(
  conditions: readonly Condition[] | undefined,
  type: string,
): Readonly<Condition> | undefined {
  return conditions?.find((each) => each.type === type)
}

/** Whether the condition of a type is there and `True`. */
export function isStatusConditionTrue(
  conditions: readonly Condition[] | undefined,
  type: string,
): boolean {
  return findStatusCondition(conditions, type)?.status === 'True'
}

/** Whether the condition of a type is there and `False`. */
export function isStatusConditionFalse(
  conditions: readonly Condition[] | undefined,
  type: string,
): boolean {
  return findStatusCondition(conditions, type)?.status === 'False'
}

function isSame(existing: Readonly<Condition>, condition: NewCondition): boolean {
  return (
    existing.status === condition.status &&
    existing.reason === condition.reason &&
    existing.message === condition.message &&
    existing.observedGeneration === condition.observedGeneration
  )
}

/** `meta/v1` Time: whole seconds. */
function renderTime(epochMs: number): string {
  return new Date(epochMs).toISOString().replace(/\.\d+Z$/, 'Z')
}
