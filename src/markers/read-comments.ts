import { isDeepStrictEqual } from 'node:util'
import type { Comment } from '../typemodel/model.ts'
import { checkMarker } from './check-marker.ts'
import { findTag, hasKnownPrefix } from './definitions.ts'
import { buildDescription, publicText } from './description.ts'
import type { CommentContent, Marker, MarkerTarget } from './marker.ts'
import type { MarkerContext } from './marker-context.ts'
import type { MarkerLine } from './marker-line.ts'
import { parseMarker } from './parse-marker.ts'
import { parseTag } from './parse-tag.ts'
import {
  isDefaultReference,
  reportPackageDefault,
  reportUnknownName,
  reportWithoutEffect,
} from './report-marker.ts'
import { type ResolvedName, resolveName } from './resolve-name.ts'
import { splitComment, type TagUse } from './split-comment.ts'

/*
 * Start reading at `readComments`: the comments above a declaration become markers and a description.
 * `definitions.ts` is the table of markers; `package-markers.ts` reads those that need nothing below.
 */

/** Reads the comments above a type or a property. Mistakes go to the context's sink. */
export function readComments(
  comments: readonly Comment[],
  target: 'type' | 'field',
  context: MarkerContext,
): CommentContent {
  const read = comments.map((comment) => ({ comment, parts: splitComment(comment) }))
  const found = read.flatMap(({ comment, parts }) => {
    if (context.strict && comment.form === 'line') reportTagsInLines(comment, context)
    const markers = parts.markers.map((line) => readMarkerLine(line, target, context))
    return [...markers, ...parts.tags.map((tag) => readTag(tag, target, context))]
  })
  const markers = found
    .filter((marker) => marker !== undefined)
    .filter((marker) => checkMarker(marker, context))
    .sort((left, right) => comparePlaces(left, right))
  const deprecated = read.flatMap(({ parts }) => parts.tags.filter(isDeprecated)).at(-1)
  return {
    markers: withoutRepeats(markers, context),
    description: buildDescription(read, context.readText),
    ...(deprecated === undefined ? {} : { deprecated: deprecationText(deprecated) }),
  }
}

/** Markers of one file in source order; the comments of merged declarations come in that order already. */
function comparePlaces(left: Marker, right: Marker): number {
  return left.span.path === right.span.path ? left.span.start - right.span.start : 0
}

function isDeprecated(tag: TagUse): boolean {
  return tag.name === 'deprecated'
}

function deprecationText({ comment, valueStart, end }: TagUse): string {
  return publicText(
    comment.text
      .slice(valueStart, end)
      .split('\n')
      .map((line) => line.trim()),
  )
}

function readMarkerLine(
  line: MarkerLine,
  target: MarkerTarget,
  context: MarkerContext,
): Marker | undefined {
  const name = resolveMarkerLine(line, context)
  if (name === undefined) return undefined
  if (isPackageMatter(name, target)) {
    reportPackageDefault(line, name, context)
    return undefined
  }
  const { definition, written } = name
  if (definition.class === 'go') {
    reportWithoutEffect(line, name, context)
    return parseMarker(line, name, { target, context })
  }
  if (!definition.targets.includes(target)) {
    reportWrongTarget(line.span, { name: written, definition, target }, context)
    return undefined
  }
  if (isDefaultReference(line, name, context)) return undefined
  return parseMarker(line, name, { target, context })
}

/** The row of a marker; an unknown name is reported where the context says so. */
export function resolveMarkerLine(
  line: MarkerLine,
  context: MarkerContext,
): ResolvedName | undefined {
  const bare = line.text.slice(1)
  if (context.foreignPrefixes.some((prefix) => bare.startsWith(prefix))) return undefined
  const name = resolveName(line.text)
  if (!('definition' in name)) {
    if (context.strict || hasKnownPrefix(name.written)) reportUnknownName(line, name, context)
    return undefined
  }
  return context.strict || hasKnownPrefix(name.definition.name) ? name : undefined
}

/** Left to the reader of package markers: nothing need stand below such a marker. */
function isPackageMatter({ definition }: ResolvedName, target: MarkerTarget): boolean {
  return definition.targets.includes('package') && !definition.targets.includes(target)
}

function reportWrongTarget(
  span: Marker['span'],
  {
    name,
    definition,
    target,
  }: {
    readonly name: string
    readonly definition: Marker['definition']
    readonly target: MarkerTarget
  },
  { sink }: MarkerContext,
): void {
  const wanted = definition.targets.map((each) => `a ${each}`).join(' or ')
  sink.report(
    'marker/wrong-target',
    { marker: name, wanted, found: `a ${target}` },
    {
      span,
      notes: ['it would change nothing here'],
      helps: [`move it above ${wanted}, or see \`kops markers\` for what a ${target} can have`],
    },
  )
}

function readTag(tag: TagUse, target: MarkerTarget, context: MarkerContext): Marker | undefined {
  const definition = findTag(tag.name)
  if (isDeprecated(tag) || (definition === undefined && !context.strict)) return undefined
  if (definition === undefined || definition.targets.includes(target)) {
    return parseTag(tag, { target, context })
  }
  // Above a type, an example is for readers of the source.
  if (tag.name === 'example' || !context.strict) return undefined
  const span = tag.comment.spanOf(tag.start, tag.valueStart)
  reportWrongTarget(span, { name: `@${tag.name}`, definition, target }, context)
  return undefined
}

/** `// @minimum 1` looks like a tag and is none. */
function reportTagsInLines(comment: Comment, { sink }: MarkerContext): void {
  for (const line of comment.lines) {
    const match = /^\s*@([A-Za-z]\w*)(?=\s|$)/.exec(line.text)
    const definition = findTag(match?.[1] ?? '')
    if (match === null || definition === undefined || definition.tag === 'deprecated') continue
    sink.report(
      'marker/tag-outside-jsdoc',
      { tag: match[0].trim() },
      { span: line.span, helps: [`/** ${line.text.trim()} */`, definition.example] },
    )
  }
}

/** Leaves out what says again what stands above it, and reports it where it says something else. */
function withoutRepeats(markers: readonly Marker[], { sink }: MarkerContext): Marker[] {
  const first = new Map<string, Marker>()
  return markers.filter((marker) => {
    const { definition } = marker
    const earlier = first.get(definition.name)
    first.set(definition.name, earlier ?? marker)
    if (earlier === undefined || definition.repeatable) return true
    if (isDeepStrictEqual(earlier.values, marker.values)) return false
    sink.report(
      'marker/repeated',
      { marker: marker.written, first: earlier.written },
      { span: marker.span, notes: [{ message: 'it is said here already', span: earlier.span }] },
    )
    return false
  })
}
