import { renderJson } from '../../apimachinery/json-text.ts'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import type { ImportedCrd } from './imported-crd.ts'

/** Each definition once. The same one twice is no mistake; two of one name that differ are. */
export function withoutRepeated(crds: readonly ImportedCrd[], sink: DiagnosticSink): ImportedCrd[] {
  const byName = new Map<string, ImportedCrd>()
  for (const each of crds) {
    const known = byName.get(each.name)
    if (known === undefined) byName.set(each.name, each)
    else if (canonicalText(known) !== canonicalText(each)) {
      sink.report(
        'crd/repeated',
        { name: each.name },
        {
          span: each.span(),
          notes: [{ message: 'another one of the same name', span: known.span() }],
          helps: ['keep the one that your cluster has, or import the two into different folders'],
        },
      )
    }
  }
  return [...byName.values()]
}

/** Equal for objects that differ in the order of their fields alone. */
function canonicalText({ crd }: ImportedCrd): string {
  return renderJson(sorted(crd))
}

function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([name, member]) => [name, sorted(member)]))
}
