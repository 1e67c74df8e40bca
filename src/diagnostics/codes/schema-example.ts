import type { CodeExample } from '../code-definition.ts'

/** A package with one kind, `Widget`, whose spec holds the given lines. */
export function specExample(...lines: readonly string[]): CodeExample {
  return widgetExample({ spec: lines })
}

/** A package with one kind, `Widget`: what stands above it, in its spec, and after it. */
export function widgetExample(parts: {
  readonly above?: readonly string[]
  readonly spec?: readonly string[]
  readonly after?: readonly string[]
}): CodeExample {
  const text = [
    '// +groupName=demo.example.com',
    "import type { CustomResource, Int32 } from 'kops'",
    '',
    ...(parts.above ?? []),
    'export interface Widget extends CustomResource {',
    '  spec: {',
    '    count: Int32',
    ...(parts.spec ?? []).map((line) => `    ${line}`),
    '  }',
    '}',
    ...(parts.after ?? []),
    '',
  ].join('\n')
  return { files: { 'api/v1/widget.ts': text } }
}
