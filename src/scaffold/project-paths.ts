import { join, sep } from 'node:path'
import { findPathProblem } from '../project/path-rules.ts'
import type { FileReader } from './file-system.ts'

/*
 * Where kops may write in a project: one rule for the paths of a plan and for those of a journal.
 */

/** What stands in the way of a plain file. */
export interface Obstacle {
  /** The part of the path that is at fault. */
  readonly path: string
  readonly type: 'file' | 'directory' | 'link' | 'other'
  /** `a symbolic link`. */
  readonly is: string
}

/** The project that a path is in. */
export interface ProjectTree {
  readonly root: string
  readonly reader: FileReader
}

const typeNames = {
  file: 'a file, not a folder',
  directory: 'a folder',
  link: 'a symbolic link',
  other: 'no file',
}

/** Finds what keeps a plain file of the project from standing at the path, or a folder where one is wanted. */
export function findObstacle(
  path: string,
  { root, reader }: ProjectTree,
  last: 'file' | 'directory' = 'file',
): Obstacle | undefined {
  const parts = path.split('/')
  for (let length = 1; length <= parts.length; length++) {
    const part = parts.slice(0, length).join('/')
    const type = reader.status(join(root, part))?.type
    if (type === undefined) return undefined
    const wanted = length === parts.length ? last : 'directory'
    if (type === 'link' && length < parts.length && leadsInside(part, root, reader)) continue
    if (type !== wanted) return { path: part, type, is: typeNames[type] }
  }
  return undefined
}

/** A link to another folder of the same project does no harm, unless Git keeps its own files there. */
function leadsInside(path: string, root: string, reader: FileReader): boolean {
  const [target, own] = [reader.realPath(join(root, path)), reader.realPath(root)]
  if (target === undefined || own === undefined || !target.startsWith(join(own, '/'))) return false
  const inner = target.slice(join(own, '/').length)
  return findPathProblem(inner.split(sep).join('/')) === undefined
}
