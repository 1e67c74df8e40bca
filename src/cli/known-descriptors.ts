import type { DescribedKind } from '../generators/descriptors.ts'

const importLine = /^import type \{ (\w+) as \w+ \} from '\.\/([^']+)'$/gm
const block = /^export const (\w+): [\w.]+<\w+> = \{\n([^}]*)\n\}$/gm
const member = /^ {2}(\w+): (.+),$/gm
const word = /'([^']*)'/g

/**
 * The kinds that a generated file of descriptors holds, read from its text: adding a kind to a folder
 * then needs no compiler for those that are there. What a person wrote otherwise is not found.
 */
export function readKnownDescriptors(text: string): DescribedKind[] {
  const files = new Map(
    [...text.matchAll(importLine)].map(([, kind = '', file = '']) => [kind, file]),
  )
  return [...text.matchAll(block)].flatMap(([, name = '', body = '']) => {
    const members = new Map(
      [...body.matchAll(member)].map(([, key = '', value = '']) => [
        key,
        [...value.matchAll(word)].map(([, each = '']) => each),
      ]),
    )
    const one = (key: string): string => members.get(key)?.[0] ?? ''
    const file = files.get(name)
    if (file === undefined) return []
    return [
      {
        group: one('group'),
        version: one('version'),
        kind: one('kind'),
        plural: one('plural'),
        scope: one('scope') === 'Cluster' ? 'Cluster' : 'Namespaced',
        subresources: members.get('subresources') ?? [],
        file: file.replace(/\.js$/, '.ts'),
      },
    ]
  })
}
