import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/apimachinery/json.ts'
import { toWellFormed } from '../../src/apimachinery/well-formed-text.ts'
import { generateTree, type GeneratedTree } from './generated-tree.ts'
import { hostileTexts, payload } from './hostile-texts.ts'
import { outlineJson, outlineMarkdown, outlineYaml } from './outline.ts'
import { isMapOfDefinition, richDefinition } from './rich-definition.ts'
import { fillSlots, listSlots } from './slots.ts'
import { readStatements } from './statements.ts'

/*
 * The kinds of a stranger's CustomResourceDefinition reach every generator: whatever their strings hold, no file gains
 * a statement, a key, a document, a cell or a link.
 */

const schema = 'spec\\.versions\\.\\d\\.schema\\.openAPIV3Schema'

/** The slots that take any text, in groups whose texts do not contradict each other. */
const groups: Readonly<Record<string, RegExp>> = {
  texts: new RegExp(
    `^(?:metadata\\.annotations\\..*[^~]|spec\\.versions\\.0\\.(?:deprecationWarning|additionalPrinterColumns\\.0\\.(?:name|description))|${schema}.*\\.(?:description|title|url|example|enum\\.\\d|default\\.tea|format))$`,
  ),
  judged: new RegExp(`^${schema}.*\\.(?:pattern|message)$`),
  keys: new RegExp(`^(?:${schema}.*\\.(?:tea|count|size|ports|word|choice|cargo|left|right)~)$`),
}

/** What is said of texts that the API server refuses. */
const refusals = /^schema\/(?:invalid-pattern|unusable-rule):/

/** Without a default, which a pattern would refuse. */
const definition = withoutDefault(richDefinition)

test('groups name slots that there are', () => {
  const paths = listSlots(definition, isMapOfDefinition).map(({ path }) => path)
  const counts = Object.entries(groups).map(([name, pattern]) => [
    name,
    paths.filter((path) => pattern.test(path)).length,
  ])
  expect(Object.fromEntries(counts)).toEqual({ texts: 23, judged: 5, keys: 9 })
})

describe.for(Object.entries(groups))('%s', ([name, pattern]) => {
  const paths = listSlots(definition, isMapOfDefinition)
    .map(({ path }) => path)
    .filter((path) => pattern.test(path))
  const plainTree = treeWith(paths, 'plain text')

  test('plain strings give a file of every generator', async () => {
    const { errors, files } = await plainTree
    expect(errors).toEqual([])
    expect(files.size).toBe(21)
  })

  test.for(hostileTexts.map((text) => [JSON.stringify(text), text] as const))(
    'every file keeps its structure with %s',
    async ([, text]) => {
      const tree = await treeWith(paths, text)
      const plain = await plainTree
      if (name === 'judged' && tree.errors.length > 0) {
        // Refused: nothing is written.
        return expect(tree.errors.filter((error) => !refusals.test(error))).toEqual([])
      }
      expect(tree.errors).toEqual([])
      expect([...tree.files.keys()]).toEqual([...plain.files.keys()])
      for (const [path, content] of tree.files) {
        const before = outlineFile(path, plain.files.get(path) ?? '', 'plain text')
        const after = outlineFile(path, content, text)
        // JavaScript has not every pattern that Go has: a JSON Schema leaves those out. A blank warning is none.
        if (path.endsWith('.json') || text.trim() === '') {
          const added = after.filter((part) => !before.includes(part))
          expect(added, path).toEqual([])
        } else expect(after, path).toEqual(before)
      }
    },
  )
})

function treeWith(paths: readonly string[], text: string): Promise<GeneratedTree> {
  const crd = fillSlots(definition, paths, { text, isMap: isMapOfDefinition }) as JsonObject
  return generateTree([crd], {})
}

function outlineFile(path: string, content: string, text: string): string[] {
  // As it stands on the disk: UTF-8 has no lone surrogates.
  const written = toWellFormed(content)
  const filler = toWellFormed(text)
  if (path.endsWith('.yaml')) return outlineYaml(written, filler)
  if (path.endsWith('.json')) return outlineJson(written, filler)
  if (path.endsWith('.md')) return outlineMarkdown(written)
  const { problems, active, passive, markers } = readStatements(path, written)
  const hostile = [...markers].filter((name) => name.includes(payload) || /rbac/.test(name))
  return [...problems, ...active, `${passive} types and imports`, ...hostile]
}

function withoutDefault(crd: JsonObject): JsonObject {
  const text = JSON.stringify(crd).replace('"default":"a",', '')
  return JSON.parse(text) as JsonObject
}
