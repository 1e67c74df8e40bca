import { nameDistance } from '../diagnostics/nearest-names.ts'
import type { Comment, SourceFileModel } from '../typemodel/model.ts'
import { hasKnownPrefix } from './definitions.ts'
import type { Marker } from './marker.ts'
import type { MarkerContext } from './marker-context.ts'
import type { MarkerLine } from './marker-line.ts'
import { parseMarker } from './parse-marker.ts'
import { resolveMarkerLine } from './read-comments.ts'
import { reportPackageDefault } from './report-marker.ts'
import { type ResolvedName, resolveName } from './resolve-name.ts'
import { splitComment } from './split-comment.ts'

/** How files are read for markers that need nothing below them. */
export interface PackageMarkerContext extends Omit<MarkerContext, 'strict' | 'readText'> {
  /** Set for files of a package that has kinds: there a marker that describes nothing is an error. */
  readonly isStrict: (path: string) => boolean
}

/**
 * The package, RBAC and webhook markers of files, in the order of the files and of their places in
 * them, wherever they stand: above code, inside of functions and classes, or alone.
 */
export function readPackageMarkers(
  files: readonly SourceFileModel[],
  context: PackageMarkerContext,
): Marker[] {
  return files.flatMap((file) => (file.text.includes('+') ? readFile(file, context) : []))
}

function readFile(file: SourceFileModel, context: PackageMarkerContext): Marker[] {
  const strict = context.isStrict(file.path)
  const fileContext: MarkerContext = { ...context, strict, readText: () => file.text }
  return file.comments.flatMap((comment) =>
    splitComment(comment).markers.flatMap((line) => {
      const marker = readLine(line, { comment, file }, fileContext)
      return marker === undefined ? [] : [marker]
    }),
  )
}

function readLine(
  line: MarkerLine,
  { comment, file }: { readonly comment: Comment; readonly file: SourceFileModel },
  context: MarkerContext,
): Marker | undefined {
  const isAttached = file.attached.has(comment)
  const name = resolveStray(line, context, isAttached)
  if (name === undefined) return undefined
  const { definition } = name
  const isForPackage = definition.targets.includes('package')
  if (isAttached && (!isForPackage || definition.targets.length > 1)) return undefined
  if (isForPackage) {
    reportPackageDefault(line, name, context)
    return parseMarker(line, name, { target: 'package', context })
  }
  if (context.strict && definition.class !== 'go') reportNothingBelow(line, name, context)
  return undefined
}

/**
 * What stands above a declaration is judged when a kind reaches it. A line elsewhere is a marker if its
 * name is one, begins like one or is nearly one; any other `+word` is text.
 */
function resolveStray(
  line: MarkerLine,
  context: MarkerContext,
  isAttached: boolean,
): ResolvedName | undefined {
  const name = resolveName(line.text)
  if ('definition' in name) {
    const isForPackage = name.definition.targets.includes('package')
    return resolveMarkerLine(line, { ...context, strict: context.strict || isForPackage })
  }
  const isNear =
    name.written.length >= 4 &&
    name.suggestions.some((suggestion) => nameDistance(name.written, suggestion) === 1)
  const strict = context.strict && !isAttached && isNear
  if (strict || hasKnownPrefix(name.written)) resolveMarkerLine(line, { ...context, strict })
  return undefined
}

function reportNothingBelow(
  line: MarkerLine,
  { definition, written }: ResolvedName,
  { sink }: MarkerContext,
): void {
  const wanted = definition.targets.join(' or ')
  sink.report(
    'marker/nothing-below',
    { marker: written },
    {
      span: line.span,
      notes: [`it describes the ${wanted} below its comment`],
      helps: ['move it to a line of its own above what it describes, or remove it'],
    },
  )
}
