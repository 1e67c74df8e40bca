import { parseJson, renderJson } from '../../../src/apimachinery/json-text.ts'

interface Step {
  readonly op: string
  readonly path: string
  readonly value?: unknown
}

/** Applies add, remove and replace as RFC 6902 says, and fails where an API server would. */
export function applyJsonPatch(document: unknown, patch: unknown): unknown {
  const root = { document: parseJson(renderJson(document)) }
  for (const step of patch as readonly Step[]) apply(root, step)
  return root.document
}

function apply(root: { document: unknown }, { op, path, value }: Step): void {
  const keys = path.split('/').slice(1).map(unescapeKey)
  const last = keys.pop()
  if (last === undefined) {
    root.document = value
    return
  }
  const parent = keys.reduce((at, key) => read(at, key), root.document)
  if (Array.isArray(parent)) applyToList(parent, { op, path: last, value })
  else applyToFields(parent as object, { op, path: last, value })
}

function applyToList(list: unknown[], { op, path, value }: Step): void {
  const index = Number(path)
  const most = op === 'add' ? list.length : list.length - 1
  if (!Number.isInteger(index) || index < 0 || index > most) throw new Error(`no item ${path}`)
  if (op === 'add') list.splice(index, 0, value)
  else if (op === 'remove') list.splice(index, 1)
  else list[index] = value
}

function applyToFields(fields: object, { op, path, value }: Step): void {
  if (op !== 'add' && !Object.hasOwn(fields, path)) throw new Error(`no field ${path}`)
  if (op === 'remove') {
    Reflect.deleteProperty(fields, path)
    return
  }
  const property = { value, enumerable: true, writable: true, configurable: true }
  // An existing field keeps its place, as it does in what is compared.
  Object.defineProperty(fields, path, property)
}

function read(at: unknown, key: string): unknown {
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
    throw new Error(`no parent ${key}`)
  }
  return Object.getOwnPropertyDescriptor(at, key)?.value
}

function unescapeKey(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~')
}
