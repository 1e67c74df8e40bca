import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { BuildError, buildProgram, type GoProgram, type Progress } from './build-program.ts'
import { buildName, kubernetesVersion, programs, type ProgramName } from './programs.ts'

/** Where to look for programs. Every field has a default. */
export interface ProgramOptions {
  /** A folder that holds the programs, looked into first. Default: `KUBEBUILDER_ASSETS`. */
  readonly assetsDirectory?: string
  /** A release or a line of releases: `1.37.2`, `1.37`. Default: the line that kops itself runs. */
  readonly kubernetesVersion?: string
  /** Default: `process.env`. */
  readonly environment?: NodeJS.ProcessEnv
  /** Told what takes long. Default: standard error. */
  readonly progress?: Progress
  /** Whether programs that are found nowhere are built from Go modules. Default: true. */
  readonly build?: boolean
}

/** A place that was looked into, and what was found wrong with it. */
export interface SearchedPlace {
  readonly place: string
  readonly finding: string
}

/** No place has the programs, and they can't be built. The message lists each place and what to do. */
export class ProgramsNotFoundError extends Error {
  override readonly name = 'ProgramsNotFoundError'
  readonly programs: readonly ProgramName[]
  readonly searched: readonly SearchedPlace[]

  constructor(
    names: readonly ProgramName[],
    searched: readonly SearchedPlace[],
    options: ErrorOptions,
  ) {
    const line = minorLine(kubernetesVersion)
    super(
      [
        `no control plane to be had: ${names.join(', ')} not found`,
        ...searched.map(({ place, finding }) => `  ${place}: ${finding}`),
        `Install Go, run \`setup-envtest use ${line}\`, or set KUBEBUILDER_ASSETS to a folder that holds the programs.`,
      ].join('\n'),
      options,
    )
    this.programs = names
    this.searched = searched
  }
}

/** The path of each program that was asked for. */
export type ProgramPaths<Name extends ProgramName> = Readonly<Record<Name, string>>

/**
 * Finds programs in `KUBEBUILDER_ASSETS`, in setup-envtest's store (the newest of the line), in kops's
 * cache, or else builds them from Go modules into that cache: minutes, once.
 */
export async function findPrograms<Name extends ProgramName>(
  names: readonly Name[],
  options: ProgramOptions = {},
): Promise<ProgramPaths<Name>> {
  const searched: SearchedPlace[] = []
  const paths = new Map<ProgramName, string>()
  for (const { name: place, finding, locate } of places(options)) {
    const missing = names.filter((name) => !paths.has(name))
    for (const name of missing) {
      const path = locate?.(name)
      if (path !== undefined && isExecutable(path)) paths.set(name, path)
    }
    const absent = missing.filter((name) => !paths.has(name))
    if (absent.length === 0) break
    searched.push({ place, finding: finding ?? `has no ${absent.join(', ')}` })
  }
  const missing = names.filter((name) => !paths.has(name))
  if (missing.length > 0) await build(missing, { options, paths, searched })
  return Object.fromEntries(paths) as ProgramPaths<Name>
}

interface Search {
  readonly options: ProgramOptions
  readonly paths: Map<ProgramName, string>
  readonly searched: SearchedPlace[]
}

async function build(names: readonly ProgramName[], search: Search): Promise<void> {
  const { options, paths, searched } = search
  const place = 'building from Go modules'
  if (options.build === false) {
    throw new ProgramsNotFoundError(names, [...searched, { place, finding: 'not wanted' }], {})
  }
  const version = options.kubernetesVersion ?? minorLine(kubernetesVersion)
  if (!isOfLine(kubernetesVersion, version)) {
    const finding = `builds ${kubernetesVersion} only, not ${version}`
    throw new ProgramsNotFoundError(names, [...searched, { place, finding }], {})
  }
  const environment = environmentOf(options)
  const { progress } = options
  try {
    for (const name of names) {
      const path = builtPath(programs[name], environment)
      await buildProgram(programs[name], { path, ...(progress === undefined ? {} : { progress }) })
      paths.set(name, path)
    }
  } catch (cause) {
    if (!(cause instanceof BuildError)) throw cause
    const finding = cause.message
    throw new ProgramsNotFoundError(names, [...searched, { place, finding }], { cause })
  }
}

interface Place {
  readonly name: string
  /** Where a program would be; absent where there is no folder to look into. */
  readonly locate?: (name: ProgramName) => string
  /** Why there is none. */
  readonly finding?: string
}

function places(options: ProgramOptions): Place[] {
  const environment = environmentOf(options)
  const version = options.kubernetesVersion ?? minorLine(kubernetesVersion)
  return [
    assetsPlace(options.assetsDirectory ?? environment['KUBEBUILDER_ASSETS']),
    storePlace(join(dataDirectory(environment), 'k8s'), version),
    cachePlace(environment, version),
  ]
}

function assetsPlace(directory: string | undefined): Place {
  return directory === undefined || directory === ''
    ? { name: 'KUBEBUILDER_ASSETS', finding: 'not set' }
    : { name: `KUBEBUILDER_ASSETS=${directory}`, locate: (name) => join(directory, name) }
}

/** setup-envtest keeps each release in a folder `<version>-<os>-<arch>`. */
function storePlace(store: string, version: string): Place {
  const platform = `${process.platform}-${goArchitecture()}`
  const newest = listDirectory(store)
    .filter((name) => name.endsWith(`-${platform}`))
    .map((name) => name.slice(0, -platform.length - 1))
    .filter((candidate) => isOfLine(candidate, version))
    .sort(compareVersions)
    .at(-1)
  return newest === undefined
    ? { name: store, finding: `has no ${version} for ${platform}` }
    : { name: store, locate: (name) => join(store, `${newest}-${platform}`, name) }
}

function cachePlace(environment: NodeJS.ProcessEnv, version: string): Place {
  const name = join(cacheRoot(environment), 'control-plane')
  return isOfLine(kubernetesVersion, version)
    ? { name, locate: (program) => builtPath(programs[program], environment) }
    : { name, finding: `keeps ${kubernetesVersion} only, not ${version}` }
}

function environmentOf(options: ProgramOptions): NodeJS.ProcessEnv {
  return options.environment ?? process.env
}

/** Where kops keeps what it has built, and what tests keep beside it. */
export function cacheRoot(environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] ?? homedir()
  const platform = process.platform === 'darwin' ? 'Library/Caches' : '.cache'
  return join(environment['XDG_CACHE_HOME'] || join(home, platform), 'kops')
}

/** Where a program is kept once it is built. */
export function builtPath(program: GoProgram, environment: NodeJS.ProcessEnv): string {
  return join(cacheRoot(environment), 'control-plane', buildName(program), program.name)
}

/** The folder of setup-envtest, by its own rules. */
function dataDirectory(environment: NodeJS.ProcessEnv): string {
  const home = environment['HOME'] ?? homedir()
  return process.platform === 'darwin'
    ? join(home, 'Library/Application Support/io.kubebuilder.envtest')
    : join(environment['XDG_DATA_HOME'] || join(home, '.local/share'), 'kubebuilder-envtest')
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // Absent, or not ours to run: another place may have it.
    return false
  }
}

function listDirectory(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    // No store on this machine.
    return []
  }
}

function goArchitecture(): string {
  return process.arch === 'x64' ? 'amd64' : process.arch
}

function minorLine(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

function isOfLine(version: string, line: string): boolean {
  return version === line || version.startsWith(`${line}.`)
}

function compareVersions(left: string, right: string): number {
  return left.localeCompare(right, 'en', { numeric: true })
}
