import type { JsonValue } from '../../apimachinery/json.ts'

const [indent, lineWidth] = ['  ', 100]

/** JSON with an entry a line, lists that fit on one line excepted: as formatters leave it. */
export function renderPrettyJson(value: JsonValue): string {
  return `${render(value, '', 0)}\n`
}

/** `used` is what stands before the value on its line. */
function render(value: JsonValue, margin: string, used: number): string {
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = margin + indent
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value
    const line = oneLine(items)
    if (line !== undefined && used + line.length <= lineWidth) return line
    const lines = items.map((item) => inner + render(item, inner, inner.length))
    return `[\n${lines.join(',\n')}\n${margin}]`
  }
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  if (entries.length === 0) return '{}'
  const lines = entries.map(([name, each]: [string, JsonValue]) => {
    const start = `${inner}${JSON.stringify(name)}: `
    return start + render(each, inner, start.length + 1)
  })
  return `{\n${lines.join(',\n')}\n${margin}}`
}

/** A list of plain values on one line. */
function oneLine(items: readonly JsonValue[]): string | undefined {
  if (items.some((item) => typeof item === 'object' && item !== null)) return undefined
  return `[${items.map((item) => render(item, '', 0)).join(', ')}]`
}
