import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/apimachinery/json.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { readCrds } from '../../src/generators/import/read-crds.ts'
import { renderTypes } from '../../src/generators/types/render-types.ts'
import { hostileTexts, payload } from './hostile-texts.ts'
import { isMapOfDefinition, richDefinition } from './rich-definition.ts'
import { listSlots, type Slot } from './slots.ts'
import { readStatements, type Statements } from './statements.ts'

/*
 * A stranger's CustomResourceDefinition becomes TypeScript: whatever its strings hold, the files have no statement that
 * the same definition with plain strings does not give.
 */

const slots = listSlots(richDefinition, isMapOfDefinition)

/** What TypeScript has as identifiers and paths: judged before any file is made. */
const namePaths = /^spec\.(?:group|names\.kind|versions\.\d+\.name)$/

for (const markers of [true, false]) {
  describe(markers ? 'kops generate types' : 'types of external kinds', () => {
    const plain = statementsOf(richDefinition, markers)

    test('plain strings give types, descriptors and an index', () => {
      expect(plain.problems).toEqual([])
      expect(plain.active.length).toBeGreaterThan(4)
      expect(plain.passive).toBeGreaterThan(10)
    })

    test.for(slots)('$path adds no statement, whatever it holds', (slot) => {
      const taken = hostileTexts.flatMap((text) =>
        definitionsWith(slot, text).map((crd) => ({ text, crd })),
      )
      // No hostile text is a name.
      expect(taken).toHaveLength(namePaths.test(slot.path) ? 0 : hostileTexts.length)
      for (const { text, crd } of taken) {
        const found = statementsOf(crd, markers)
        expect(found.problems, text).toEqual([])
        expect(found.active, text).toEqual(plain.active)
        expect(found.passive, text).toBeLessThanOrEqual(plain.passive + 2)
        expect(unknownMarkers(found, plain), text).toEqual([])
      }
    })
  })
}

/** Names of files and identifiers reach them judged alone; nothing else may lean on being judged. */
function definitionsWith(slot: Slot, text: string): JsonObject[] {
  const crd = slot.fill(text) as JsonObject
  if (!namePaths.test(slot.path)) return [crd]
  const source = { path: 'crd.json', text: JSON.stringify(crd) }
  return readCrds([source], new DiagnosticSink()).map((each) => each.crd)
}

function statementsOf(crd: JsonObject, markers: boolean): Statements {
  const files = renderTypes([crd], { markers }).map(({ path, content }) =>
    readStatements(path, content),
  )
  return {
    problems: files.flatMap(({ problems }) => problems),
    active: files.flatMap(({ active }) => active),
    passive: files.reduce((sum, { passive }) => sum + passive, 0),
    markers: new Set(files.flatMap((each) => [...each.markers])),
  }
}

/** Markers that say what a type no longer says are as good as any other; those of a payload are not. */
function unknownMarkers(found: Statements, plain: Statements): string[] {
  return [...found.markers].filter(
    (name) => !plain.markers.has(name) && (/rbac/.test(name) || name.includes(payload)),
  )
}
