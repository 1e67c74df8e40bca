import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../../apimachinery/custom-resource-definition.ts'
import type { JsonObject } from '../../apimachinery/json.ts'
import {
  descriptorsFile,
  indexFile,
  renderDescriptors,
  renderIndex,
  type CodeStyle,
  type DescribedKind,
} from '../descriptors.ts'
import type { Artefact } from '../generator.ts'
import { wordText } from './marker-text.ts'
import { nameDeclarations } from './declaration-names.ts'
import { planKind, type PlannedKind } from './plan-kind.ts'
import { renderKind, type KindStyle } from './render-kind.ts'

/*
 * CustomResourceDefinitions → TypeScript, such that `kops manifests` makes the same definitions of it.
 * Start reading at `renderTypes`; `plan-node.ts` chooses the types, `keyword-markers.ts` the markers.
 *
 * The declarations are printed here: json-schema-to-typescript, which could, has no line comments, in
 * which markers stand, extends no imported type, and rewrites texts that would close a comment.
 */

export interface TypesOptions extends CodeStyle {
  /** Whether markers say what types cannot; without them the types are for reading and writing objects. */
  readonly markers: boolean
}

/**
 * The files for definitions as `readCrds` gives them: a folder for each group and version with one file a
 * kind, and the descriptors and index of a project.
 */
export function renderTypes(crds: readonly JsonObject[], options: TypesOptions): Artefact[] {
  const definitions = crds.map(toDefinition)
  const folders = groupFolders(definitions)
  return versionFolders(definitions).flatMap((folder) =>
    renderFolder(folder, `${folders.get(folder.group) ?? ''}/${folder.version}`, options),
  )
}

/** What the API server took for a definition is one. */
function toDefinition(crd: JsonObject): CustomResourceDefinition {
  return crd as unknown as CustomResourceDefinition
}

/** A group's folder is its first label, or the whole group where two share it. */
export function groupFolders(
  crds: readonly CustomResourceDefinition[],
): ReadonlyMap<string, string> {
  const groups = new Set(crds.map(({ spec }) => spec.group))
  const labelOf = (group: string): string => group.split('.')[0] ?? group
  const isShared = (group: string): boolean =>
    [...groups].some((other) => other !== group && labelOf(other) === labelOf(group))
  return new Map([...groups].map((group) => [group, isShared(group) ? group : labelOf(group)]))
}

interface VersionFolder {
  readonly group: string
  readonly version: string
  readonly kinds: {
    readonly crd: CustomResourceDefinition
    readonly version: CustomResourceDefinitionVersion
  }[]
}

function versionFolders(crds: readonly CustomResourceDefinition[]): VersionFolder[] {
  const folders = new Map<string, VersionFolder>()
  for (const crd of crds.toSorted(byKind)) {
    const { group, versions } = crd.spec
    for (const version of versions) {
      const key = `${group}/${version.name}`
      const folder = folders.get(key) ?? { group, version: version.name, kinds: [] }
      folders.set(key, folder)
      folder.kinds.push({ crd, version })
    }
  }
  return [...folders].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, each]) => each)
}

function byKind(left: CustomResourceDefinition, right: CustomResourceDefinition): number {
  return left.spec.names.kind < right.spec.names.kind ? -1 : 1
}

function renderFolder(folder: VersionFolder, path: string, options: TypesOptions): Artefact[] {
  const planned = folder.kinds.map(({ crd, version }) => planKind(crd, version))
  const files = fileNames(folder.kinds.map(({ crd }) => crd.spec.names.kind))
  const described = folder.kinds.map(({ crd, version }, at) =>
    describe(crd, version, files[at] ?? ''),
  )
  const header = options.header ?? ''
  const template = options.markers ? 'types' : 'external'
  const file = (name: string, content: string, made = template): Artefact => ({
    path: `${path}/${name}`,
    content,
    template: options.markers ? made : template,
  })
  const kinds = renderKinds(planned, options)
  const index = {
    kinds: planned.map(({ kind }) => kind),
    files: described.map((each) => each.file),
  }
  return [
    file('groupversion.ts', `${header}${groupVersion(folder, options)}`),
    ...kinds.map((content, at) => file(described[at]?.file ?? '', `${header}${content}`)),
    file(descriptorsFile, renderDescriptors(described, options), 'descriptors'),
    file(indexFile, renderIndex(index, options), 'index'),
  ]
}

function groupVersion({ group }: VersionFolder, { markers }: KindStyle): string {
  const skip = markers ? '' : '// +kubebuilder:skip\n'
  return `// +groupName=${wordText(group)}\n${skip}export {}\n`
}

/** The files of a folder's kinds. All that they export has names of its own, so that the index can pass it on. */
function renderKinds(planned: readonly PlannedKind[], style: KindStyle): string[] {
  const taken = new Set(planned.map(({ kind }) => kind))
  const named = planned.map(({ kind, declarations }) => nameDeclarations(kind, declarations, taken))
  return planned.map((kind, index) =>
    renderKind(kind, named[index] ?? new Map(), { folderNames: taken, style }),
  )
}

/** A file for each kind, `certificate.ts`; a name that the folder has already gets a number. */
function fileNames(kinds: readonly string[]): string[] {
  const taken = new Set(['index', 'groupversion'])
  return kinds.map((kind) => {
    const name = kind.toLowerCase()
    let free = name
    for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`
    taken.add(free)
    return `${free}.ts`
  })
}

function describe(
  { spec }: CustomResourceDefinition,
  { name, subresources }: CustomResourceDefinitionVersion,
  file: string,
): DescribedKind {
  return {
    group: spec.group,
    version: name,
    kind: spec.names.kind,
    plural: spec.names.plural,
    scope: spec.scope,
    subresources: Object.keys(subresources ?? {}).toSorted(),
    file,
  }
}
