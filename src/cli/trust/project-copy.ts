import { existsSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { readInputText } from '../../input/read-input-file.ts'
import { findProjectRoot } from '../project-root.ts'

/** The kops that a project depends on, where that is another copy than the running one. */
export interface ProjectCopy {
  /** The real path of the folder that holds PROJECT. */
  readonly project: string
  /** The real path of the package. */
  readonly folder: string
  /** What Node would run. */
  readonly startFile: string
  /** As package.json of the copy says it. */
  readonly version: string
}

/**
 * Finds the copy of the nearest PROJECT, in its own `node_modules` or in that of its workspace root. No
 * other folder counts: one above a project may be anybody's.
 */
export function findProjectCopy(directory: string, ownRoot: string): ProjectCopy | undefined {
  const found = findProjectRoot(directory)
  if (found === undefined) return undefined
  const project = realpathSync(found)
  const owner = [project, findWorkspaceRoot(project)].find(
    (folder) => folder !== undefined && existsSync(join(folder, startPath)),
  )
  if (owner === undefined) return undefined
  const folder = realpathSync(join(owner, packagePath))
  const startFile = join(folder, 'bin/kops.js')
  const manifest = folder === realpathSync(ownRoot) ? undefined : readManifest(folder)
  // Other packages may call themselves kops; only this one brings a command `kops-ts`.
  if (!hasField(manifest?.['bin'], 'kops-ts')) return undefined
  const isOwn = [folder, startFile].every((path) => mayBeTrusted(path, project))
  if (!isOwn) return undefined
  return { project, folder, startFile, version: readVersion(manifest?.['version']) }
}

/** The user reads it before the copy is trusted: only what is a version is shown. */
function readVersion(value: unknown): string {
  return typeof value === 'string' && /^[\w.+-]{1,40}$/.test(value)
    ? value
    : 'of an unknown version'
}

const packagePath = 'node_modules/kops'
const startPath = `${packagePath}/bin/kops.js`

/** The nearest folder above whose package.json has the project among its workspaces. */
function findWorkspaceRoot(project: string): string | undefined {
  for (let folder = dirname(project); folder !== dirname(folder); folder = dirname(folder)) {
    const path = relative(folder, project).split(sep).join('/')
    const isRoot = readPatterns(folder).some((pattern) => matchesPattern(path, pattern))
    if (isRoot) {
      const files = [folder, join(folder, 'package.json'), join(folder, 'node_modules')]
      return files.every((file) => mayBeTrusted(file, project)) ? folder : undefined
    }
  }
  return undefined
}

/** `"workspaces": ["packages/*"]`, or `{ "packages": [...] }`. */
function readPatterns(folder: string): string[] {
  const workspaces = readManifest(folder)?.['workspaces']
  const patterns = hasField(workspaces, 'packages') ? workspaces['packages'] : workspaces
  return Array.isArray(patterns) ? patterns.filter((each) => typeof each === 'string') : []
}

function matchesPattern(path: string, pattern: string): boolean {
  const [parts, wanted] = [path.split('/'), pattern.replace(/^\.\//, '').replace(/\/$/, '')]
  return matchesParts(parts, wanted.split('/'))
}

/** `*` stands for any text of one name, `**` for any number of names. */
function matchesParts(parts: readonly string[], wanted: readonly string[]): boolean {
  const [first, ...rest] = wanted
  if (first === undefined) return parts.length === 0
  if (first === '**') {
    return ['', ...parts].some((_, index) => matchesParts(parts.slice(index), rest))
  }
  const [part, ...others] = parts
  return part !== undefined && matchesName(part, first) && matchesParts(others, rest)
}

function matchesName(name: string, pattern: string): boolean {
  const [start = '', ...pieces] = pattern.split('*')
  const end = pieces.pop()
  if (end === undefined) return name === pattern
  if (!name.startsWith(start)) return false
  let at = start.length
  for (const piece of pieces) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return name.length >= at + end.length && name.endsWith(end)
}

/** Whether a file belongs to this user, to the owner of the project, or to the system. */
function mayBeTrusted(path: string, project: string): boolean {
  const own = process.getuid?.()
  if (own === undefined) return true
  const owner = statSync(path, { throwIfNoEntry: false })?.uid
  return owner !== undefined && [own, 0, statSync(project).uid].includes(owner)
}

function readManifest(folder: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const manifest: unknown = JSON.parse(readInputText(join(folder, 'package.json')))
    return typeof manifest === 'object' && manifest !== null ? { ...manifest } : undefined
  } catch {
    return undefined // none, or none that npm could read
  }
}

function hasField<Name extends string>(
  value: unknown,
  name: Name,
): value is Readonly<Record<Name, unknown>> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
}

/** The script of the project that runs the command through its own copy, or `npx` where there is none. */
export function findScript(project: string, argv: readonly string[]): string {
  const command = ['kops', ...argv].join(' ')
  const scripts = readManifest(project)?.['scripts']
  const own = Object.entries(typeof scripts === 'object' ? (scripts ?? {}) : {}).find(
    ([name, script]) => script === command && /^[\w:.-]+$/.test(name),
  )
  return own === undefined ? `npx ${command}` : `npm run ${own[0]}`
}
