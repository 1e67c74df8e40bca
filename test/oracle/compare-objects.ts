/** A place where two values differ. A side that has nothing there is `undefined`. */
export interface Difference {
  /** `metadata/name crd.spec.versions[0].schema…`: dots and indexes, as in `jq`. */
  readonly path: string
  readonly kops: unknown
  readonly controllerGen: unknown
}

/** Every place where two JSON values differ, leaves only where both sides have the same shape. */
export function compareValues(kops: unknown, controllerGen: unknown, path = ''): Difference[] {
  if (Array.isArray(kops) && Array.isArray(controllerGen)) {
    const length = Math.max(kops.length, controllerGen.length)
    return Array.from({ length }).flatMap((_, index) =>
      compareValues(kops[index], controllerGen[index], `${path}[${index}]`),
    )
  }
  if (isRecord(kops) && isRecord(controllerGen)) {
    const names = new Set([...Object.keys(kops), ...Object.keys(controllerGen)])
    return [...names]
      .sort()
      .flatMap((name) => compareValues(kops[name], controllerGen[name], join(path, name)))
  }
  return isSame(kops, controllerGen) ? [] : [{ path, kops, controllerGen }]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(left: unknown, right: unknown): boolean {
  const isInteger = (value: unknown): boolean =>
    typeof value === 'bigint' || Number.isInteger(value)
  if (isInteger(left) && isInteger(right)) return String(left) === String(right)
  return Object.is(left, right)
}

function join(path: string, name: string): string {
  const step = /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name)
  return path === '' ? step : `${path}.${step}`
}
