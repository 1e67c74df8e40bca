import { posix } from 'node:path'
import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { readPackageMarkers } from '../markers/package-markers.ts'
import { createSchemaContext } from '../schema/build-schema.ts'
import { buildVersion, type KindVersion, type PackageFacts } from '../schema/build-version.ts'
import { runDeferredChecks, type ConditionCheck } from '../schema/deferred-checks.ts'
import { declarationsOf } from '../schema/kind/kind-declarations.ts'
import type { SchemaContext, SchemaSettings } from '../schema/schema-context.ts'
import type { KindModel, PackageModel, Program, SourceFileModel } from '../typemodel/model.ts'
import { buildCrds } from './crd.ts'
import type { ConvertedKind } from './crd-conversion.ts'
import { textValue, valueSpan } from './marker-values.ts'
import { isSkipped, readPackageFacts, type ProjectFacts } from './package-facts.ts'

/** What generators work from: the kinds of a program with their schemas, and the markers that stand alone. */
export interface Sources {
  readonly kinds: readonly DeclaredKind[]
  /** Every file that was read. */
  readonly files: readonly SourceFileModel[]
  /** Package, RBAC and webhook markers of all files, in order. */
  readonly markers: readonly Marker[]
  /** The definitions of all kinds, by name. */
  readonly crds: readonly CustomResourceDefinition[]
}

/** A version of a kind and where it is declared. */
export interface DeclaredKind {
  readonly built: KindVersion
  readonly package: PackageModel
  readonly model: KindModel
  /** The markers above the kind, those of a type that it is another name of among them. */
  readonly readMarkers: () => readonly Marker[]
}

export interface SourceSettings {
  readonly schema: SchemaSettings
  /** Folders that PROJECT lists. */
  readonly folders: readonly ProjectFacts[]
  /** Kinds whose versions the operator converts, as PROJECT says. */
  readonly converted?: readonly ConvertedKind[] | undefined
  /** For a process that stays. */
  readonly kept?: KeptVersions | undefined
}

/** Versions that an earlier run built and that would come out the same. */
export interface KeptVersions {
  readonly find: (model: KindModel, facts: PackageFacts) => KindVersion | undefined
  readonly keep: (model: KindModel, built: KindVersion, program: Program) => void
}

/** Reads markers and builds schemas. What is wrong with them goes to the sink. */
export async function readSources(
  program: Program,
  settings: SourceSettings,
  sink: DiagnosticSink,
): Promise<Sources> {
  const context = createSchemaContext(sink, settings.schema, program.readText)
  const kinds: DeclaredKind[] = []
  const markers: Marker[] = []
  for (const packageModel of program.packages.map(withoutGenerated)) {
    const own = readMarkers(packageModel, settings, sink)
    markers.push(...own)
    kinds.push(...readKinds({ package: packageModel, markers: own, program }, settings, context))
  }
  context.deferred.push(...markers.flatMap(conditionChecks))
  await runDeferredChecks(context)
  return {
    kinds,
    files: program.packages.flatMap(({ files }) => files),
    markers,
    crds: buildCrds(
      kinds.map(({ built }) => built),
      sink,
      settings.converted,
    ),
  }
}

function conditionChecks(marker: Marker): ConditionCheck[] {
  if (marker.definition.name !== 'kops:webhook:matchCondition') return []
  const expression = textValue(marker, 'expression') ?? ''
  return [{ kind: 'condition', expression, span: valueSpan(marker, 'expression') }]
}

/** What kops wrote itself says nothing new, and repeats each kind. */
function withoutGenerated({ path, files, kinds }: PackageModel): PackageModel {
  return {
    path,
    files: files.filter((file) => !isGenerated(file.path)),
    kinds: kinds.filter(({ type }) => !isGenerated(type.declaration.span.path)),
  }
}

function isGenerated(path: string): boolean {
  return posix.basename(path).startsWith('zz_generated.')
}

function readMarkers(
  { files, kinds }: PackageModel,
  { schema }: SourceSettings,
  sink: DiagnosticSink,
): Marker[] {
  const isStrict = (): boolean => kinds.length > 0
  return readPackageMarkers(files, { sink, foreignPrefixes: schema.foreignPrefixes, isStrict })
}

interface DeclaredPackage {
  readonly package: PackageModel
  readonly markers: readonly Marker[]
  readonly program: Program
}

function readKinds(
  declared: DeclaredPackage,
  { folders, kept }: SourceSettings,
  context: SchemaContext,
): DeclaredKind[] {
  const { path, kinds } = declared.package
  const project = folders.find((folder) => folder.path === path)
  if (kinds.length === 0 || isSkipped(declared)) return []
  const facts = readPackageFacts({ ...declared, project }, context.sink)
  if (facts === undefined) return []
  return kinds.map((model) => {
    const known = kept?.find(model, facts)
    const built = known ?? buildVersion(model, facts, context)
    if (known === undefined) kept?.keep(model, built, declared.program)
    const readMarkers = (): readonly Marker[] =>
      declarationsOf(model.type, context).flatMap(({ content }) => content.markers)
    return { built, package: declared.package, model, readMarkers }
  })
}
