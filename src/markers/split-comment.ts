import type { Comment, CommentLine } from '../typemodel/model.ts'
import { type CommentText, joinLines, linesOf } from './comment-text.ts'
import { findTag } from './definitions.ts'
import { findMarkerLine, type MarkerLine } from './marker-line.ts'
import { nearestTags } from './tag-names.ts'
import { findTagEnd, isDocumentationExample } from './tag-extent.ts'

/** A tag of the table, or nearly one, where it stands. */
export interface TagUse {
  /** As written, without `@`. */
  readonly name: string
  readonly comment: CommentText
  /** Offset of `@`. */
  readonly start: number
  /** Offsets of what follows the name, blanks included. */
  readonly valueStart: number
  readonly end: number
}

/** What a comment holds, part by part, in source order. */
export interface CommentParts {
  readonly markers: readonly MarkerLine[]
  readonly tags: readonly TagUse[]
  /** Lines of text, without those of markers and tags. */
  readonly prose: readonly string[]
}

/** Takes a comment apart. Tags are read from JSDoc alone; a block comment that is none holds text only. */
export function splitComment(comment: Comment): CommentParts {
  if (comment.form === 'block') return { markers: [], tags: [], prose: [] }
  return comment.form === 'line' ? splitLineComment(linesOf(comment)) : splitJsdoc(comment)
}

function splitLineComment(lines: readonly CommentLine[]): CommentParts {
  const markers: MarkerLine[] = []
  const prose: string[] = []
  for (const line of lines) {
    const marker = findMarkerLine(line)
    if (marker === undefined) prose.push(line.text)
    else markers.push(marker)
  }
  return { markers, tags: [], prose }
}

/** Where the reader of a JSDoc comment is. */
interface JsdocState {
  readonly comment: CommentText
  readonly markers: MarkerLine[]
  readonly tags: TagUse[]
  readonly prose: string[]
  /** The fence that is open, in which everything is text. */
  fence: string | undefined
  /** Set after a tag that is not kops's: its text runs up to the next tag or marker. */
  isForeign: boolean
}

function splitJsdoc(comment: Comment): CommentParts {
  const joined = joinLines(comment.lines)
  const state: JsdocState = {
    comment: joined,
    markers: [],
    tags: [],
    prose: [],
    fence: undefined,
    isForeign: false,
  }
  let position = 0
  while (position <= joined.text.length) position = readJsdocLine(state, position)
  return state
}

/** Reads from the start of a line and gives the start of the next that is still to be read. */
function readJsdocLine(state: JsdocState, start: number): number {
  const { text, spanOf } = state.comment
  const end = lineEndAfter(text, start)
  const line = text.slice(start, end)
  if (isInFence(state, line)) {
    pushProse(state, line)
    return end + 1
  }
  const marker = findMarkerLine({ text: line, span: spanOf(start, end) })
  if (marker === undefined) return readTagsOfLine(state, { start, end })
  state.markers.push(marker)
  state.isForeign = false
  return end + 1
}

/** Opens and closes fences; the lines of the fence itself belong to it. */
function isInFence(state: JsdocState, line: string): boolean {
  const fence = /^\s*(```|~~~)/.exec(line)?.[1]
  const wasOpen = state.fence !== undefined
  if (fence === undefined) return wasOpen
  if (!wasOpen) state.fence = fence
  else if (state.fence === fence) state.fence = undefined
  return true
}

function pushProse(state: JsdocState, line: string): void {
  if (!state.isForeign) state.prose.push(line)
}

function lineEndAfter(text: string, start: number): number {
  const end = text.indexOf('\n', start)
  return end === -1 ? text.length : end
}

/** Reads the tags of a line; a value may take further lines with it. */
function readTagsOfLine(
  state: JsdocState,
  line: { readonly start: number; readonly end: number },
): number {
  const { text } = state.comment
  let { end } = line
  let position = line.start
  let proseStart = line.start
  let isFirst = true
  for (let tag = nextTag(text, position, end); tag; tag = nextTag(text, position, end)) {
    const valueStart = tag.start + 1 + tag.name.length
    position = valueStart
    const isAtStart = text.slice(line.start, tag.start).trim() === ''
    if (!isRead(tag.name)) {
      // A foreign tag amid prose is text, `ask @alice`; at the start of a line it opens a block of its own.
      if (!isAtStart && isFirst) continue
    }
    const before = text.slice(proseStart, tag.start).trimEnd()
    if (isFirst && before !== '') pushProse(state, before)
    isFirst = false
    state.isForeign = !isRead(tag.name) || isDocumentationExample(text, tag.name, valueStart)
    position = addTag(state, tag, valueStart)
    proseStart = position
    end = lineEndAfter(text, Math.min(position, text.length))
  }
  if (isFirst) pushProse(state, text.slice(line.start, end))
  return end + 1
}

/** Whether kops reads the tag, or takes it for a misspelt one. */
function isRead(name: string): boolean {
  return findTag(name) !== undefined || nearestTags(name).length > 0
}

function addTag(
  state: JsdocState,
  tag: { readonly name: string; readonly start: number },
  valueStart: number,
): number {
  if (state.isForeign) return valueStart
  const end = findTagEnd(state.comment.text, tag.name, valueStart)
  state.tags.push({ ...tag, comment: state.comment, valueStart, end })
  return end
}

const tagOrText = /`[^`\n]*`|\{@[^}\n]*\}|(?<![^\s])@([A-Za-z][\w-]*)(?![\w.@/-])/g

/** The next tag of a line: at its start or after a blank, outside of code and of inline tags. */
function nextTag(
  text: string,
  from: number,
  end: number,
): { readonly name: string; readonly start: number } | undefined {
  tagOrText.lastIndex = from
  for (let match = tagOrText.exec(text); match !== null; match = tagOrText.exec(text)) {
    if (match.index >= end) return undefined
    const [, name] = match
    if (name !== undefined) return { name, start: match.index }
  }
  return undefined
}
