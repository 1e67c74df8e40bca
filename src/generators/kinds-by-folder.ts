import { posix } from 'node:path'
import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { DeclaredKind, Sources } from './sources.ts'

/** A version of a kind, and the definition that it is part of. */
export interface DefinedKind {
  readonly declared: DeclaredKind
  readonly crd: CustomResourceDefinition
  /** The file that declares the type, by its name. */
  readonly file: string
}

/** A folder of types, and its kinds by name. */
export interface FolderOfKinds {
  readonly path: string
  readonly kinds: readonly DefinedKind[]
}

/** The folders that hold kinds of a definition, in order. */
export function kindsByFolder({ kinds, crds }: Sources): FolderOfKinds[] {
  const folders = new Map<string, DefinedKind[]>()
  for (const declared of kinds) {
    const { group, kind, isSkipped } = declared.built
    const crd = crds.find(({ spec }) => spec.group === group && spec.names.kind === kind)
    if (isSkipped || crd === undefined) continue
    const { path } = declared.package
    const file = posix.basename(declared.model.type.declaration.span.path)
    folders.set(path, [...(folders.get(path) ?? []), { declared, crd, file }])
  }
  return [...folders]
    .toSorted(([left], [right]) => compareText(left, right))
    .map(([path, found]) => ({
      path,
      kinds: found.toSorted((left, right) =>
        compareText(left.declared.built.kind, right.declared.built.kind),
      ),
    }))
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
