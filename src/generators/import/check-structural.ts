import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { keysOf } from '../../apimachinery/value-path.ts'
import { findStructureProblems, structuralNodes } from '../../apiextensions/structure.ts'
import { checkNodeTexts } from './check-rule-texts.ts'
import { fieldName, isObject, within, type CrdPlace, type Path } from './crd-place.ts'

/** Reports what keeps a schema from being structural, as v1 requires it. */
export function checkStructural(root: JsonObject, path: Path, place: CrdPlace): void {
  for (const { path: inner, detail } of findStructureProblems(root)) {
    const own = keysOf(inner).reduce<Path>(within, path)
    place.sink.report(
      'crd/not-structural',
      { field: fieldName(own), reason: detail },
      {
        span: place.spanOf(own),
        notes: ['since apiextensions.k8s.io/v1 the API server takes structural schemas alone'],
      },
    )
  }
  for (const [schema, inner] of structuralNodes(root)) {
    const node = schema as JsonValue
    if (isObject(node)) checkNodeTexts(node, keysOf(inner).reduce<Path>(within, path), place)
  }
}
