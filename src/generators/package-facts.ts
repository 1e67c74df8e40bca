import { validateApiGroup, validateDns1035Label } from '../apimachinery/names.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import type { PackageModel } from '../typemodel/model.ts'
import { textValue } from './marker-values.ts'

/** The group and version of the kinds in one folder. */
export interface PackageFacts {
  readonly group: string
  readonly version: string
}

/** What PROJECT says of a folder. */
export interface ProjectFacts extends PackageFacts {
  readonly path: string
}

/** What the group and version of a folder are read from. */
export interface PackageSources {
  readonly package: PackageModel
  /** The markers of the folder's files that stand for the folder as a whole. */
  readonly markers: readonly Marker[]
  /** The folder's entry in PROJECT, where it has one. */
  readonly project?: ProjectFacts | undefined
}

/** Whether a folder takes no part: `+kubebuilder:skip`. */
export function isSkipped({ markers }: PackageSources): boolean {
  return markers.some(({ definition }) => definition.name === 'kubebuilder:skip')
}

/** The group and version of a folder that holds kinds; undefined where an error says why not. */
export function readPackageFacts(
  sources: PackageSources,
  sink: DiagnosticSink,
): PackageFacts | undefined {
  const group = readGroup(sources, sink)
  const version = readVersion(sources, sink)
  return group === undefined || version === undefined ? undefined : { group, version }
}

interface WrittenValue {
  readonly value: string
  readonly span: SourceSpan
}

function readGroup(sources: PackageSources, sink: DiagnosticSink): string | undefined {
  const written = readOne(sources, 'groupName', sink)
  if (written === undefined) {
    if (sources.project !== undefined) return sources.project.group
    reportNoGroup(sources.package, sink)
    return undefined
  }
  const [problem] = validateApiGroup(written.value)
  if (problem !== undefined) {
    sink.report(
      'kube/invalid-group',
      { group: written.value },
      {
        span: written.span,
        notes: [`a group ${problem}`],
        helps: ['`// +groupName=apps.my.domain`'],
      },
    )
    return undefined
  }
  return agreeing(sources, { ...written, what: 'group' }, sink)
}

function readVersion(sources: PackageSources, sink: DiagnosticSink): string | undefined {
  const written = readOne(sources, 'versionName', sink)
  const folder = sources.package.path.split('/').at(-1) ?? ''
  const value = written?.value ?? sources.project?.version ?? folder
  const [problem] = validateDns1035Label(value)
  if (problem !== undefined) {
    sink.report(
      written === undefined ? 'kube/no-version' : 'kube/invalid-version',
      { version: value },
      {
        span: written?.span ?? firstKindSpan(sources.package),
        notes: [problem],
        helps: ['`// +versionName=v1` in any file of the folder'],
      },
    )
    return undefined
  }
  return written === undefined ? value : agreeing(sources, { ...written, what: 'version' }, sink)
}

/** The one value of a package marker; a second, different one is an error. */
function readOne(
  { markers }: PackageSources,
  name: string,
  sink: DiagnosticSink,
): WrittenValue | undefined {
  const [first, ...others] = markers
    .filter(({ definition }) => definition.name === name)
    .map((marker) => ({
      value: textValue(marker, '') ?? '',
      span: marker.valueSpans[''] ?? marker.span,
    }))
  for (const other of others) {
    if (first === undefined || other.value === first.value) continue
    sink.report(
      'kube/two-values',
      { marker: name, first: first.value, second: other.value },
      {
        span: other.span,
        notes: [
          'a folder is one package: one group and one version',
          { message: 'first said here', span: first.span },
        ],
        helps: ['keep one, or move the types to a folder of their own'],
      },
    )
  }
  return first
}

/** A marker and PROJECT must say the same. */
function agreeing(
  { project }: PackageSources,
  { value, span, what }: WrittenValue & { readonly what: 'group' | 'version' },
  sink: DiagnosticSink,
): string | undefined {
  if (project === undefined || project[what] === value) return value
  sink.report(
    'kube/not-as-in-project',
    { what, value, expected: project[what] },
    {
      span,
      notes: [`PROJECT lists \`${project.path}\` as ${project.group}/${project.version}`],
      helps: [`write \`${project[what]}\` here, or correct PROJECT`],
    },
  )
  return undefined
}

function reportNoGroup(packageModel: PackageModel, sink: DiagnosticSink): void {
  sink.report(
    'kube/no-group',
    { folder: packageModel.path || '.', kind: packageModel.kinds[0]?.name ?? '' },
    {
      span: firstKindSpan(packageModel),
      notes: ['every kind belongs to an API group, which its folder names once'],
      helps: [
        '`// +groupName=apps.my.domain` in any file of the folder, such as `groupversion.ts`',
      ],
    },
  )
}

function firstKindSpan({ kinds }: PackageModel): SourceSpan | undefined {
  return kinds[0]?.type.declaration.span
}
