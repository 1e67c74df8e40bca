import type { GroupVersionKind } from '../apimachinery/group-version-kind.ts'
import { qualifiedGroup, projectControllers, type Project } from '../project/project.ts'
import { camelCase, doNotEdit, quote } from './generated-code.ts'
import { indexFile, specifier, type CodeStyle } from './descriptors.ts'

/** A kind of the project and the folder of its types, relative to the project: `api/apps/v1`. */
export interface RegisteredResource extends GroupVersionKind {
  readonly path: string
}

/** A controller of the project, and the file that exports its `setup`. */
export interface RegisteredController {
  /** `apps/application` */
  readonly id: string
  /** `src/controllers/apps/application.ts` */
  readonly path: string
}

/** What is wired together. */
export interface Registered {
  readonly resources: readonly RegisteredResource[]
  readonly controllers: readonly RegisteredController[]
}

/** The file that wires the project together, relative to the project. */
export const registrationFile = 'src/zz_generated.register.ts'

/** What PROJECT lists. */
export function registeredIn(project: Project): Registered {
  const resources = project.resources.flatMap((resource) => {
    const { path, version, kind, api } = resource
    return path === undefined || api === undefined
      ? []
      : [{ group: qualifiedGroup(resource), version, kind, path }]
  })
  return { resources, controllers: projectControllers(project) }
}

/** The wiring of a project. */
export function renderRegistration(
  { resources, controllers }: Registered,
  style: CodeStyle = {},
): string {
  const sorted = resources.toSorted((left, right) => compareText(sortKey(left), sortKey(right)))
  const names = uniqueNames(sorted.map(localName))
  const imports = sorted.map(({ kind, path }, index) => {
    const from = specifier(`../${path}/${indexFile}`, style)
    return `import { ${kind} as ${names[index]} } from ${from}\n`
  })
  const list = names.map((name) => `  ${name},\n`).join('')
  const wired = wire(controllers)
  return [
    style.header ?? '',
    doNotEdit,
    `import type { ResourceDescriptor } from 'kops'\n`,
    `import type { Manager } from 'kops/runtime'\n`,
    ...imports,
    ...wired.map((each) => renderImport(each, style)),
    `import type { Dependencies } from ${specifier('./dependencies.ts', style)}\n`,
    '\n/** Every resource that this project brings, by group, version and kind. */\n',
    `export const resources: readonly ResourceDescriptor[] = [${list && '\n' + list}]\n`,
    renderRegisterAll(wired),
    ...wired.map(renderRegisterOne),
  ].join('')
}

/** A controller with the names that it goes by in the file. */
interface WiredController extends RegisteredController {
  readonly setup: string
  readonly register: string
}

function wire(controllers: readonly RegisteredController[]): WiredController[] {
  const sorted = controllers.toSorted((left, right) => compareText(left.id, right.id))
  const names = uniqueNames(sorted.map(({ id }) => camelCase(['register', ...id.split('/')])))
  return sorted.map((controller, index) => {
    const register = names[index] ?? ''
    return { ...controller, register, setup: register.replace('register', 'setup') }
  })
}

function renderImport({ path, setup }: WiredController, style: CodeStyle): string {
  const from = specifier(path.replace(/^src\//, './'), style)
  return `import { setup as ${setup} } from ${from}\n`
}

function renderRegisterAll(controllers: readonly WiredController[]): string {
  const ids = controllers.map(({ id }) => `\n  | ${quote(id)}`).join('')
  const isEmpty = controllers.length === 0
  const calls = controllers.map(
    ({ id, register }) =>
      `  if (!except.includes(${quote(id)})) await ${register}(manager, dependencies)\n`,
  )
  const parameters = isEmpty
    ? ['_manager: Manager', '_dependencies: Dependencies', '_options: RegisterOptions = {}']
    : ['manager: Manager', 'dependencies: Dependencies', '{ except = [] }: RegisterOptions = {}']
  return `
/** The controllers of this project, by folder and file. */
export type ControllerName =${ids || ' never'}

export interface RegisterOptions {
  /** Controllers to leave out: those that \`src/main.ts\` sets up by itself, or not at all. */
  readonly except?: readonly ControllerName[]
}

/** Adds every controller of this project to the manager. */
export async function registerAll(
${parameters.map((each) => `  ${each},\n`).join('')}): Promise<void> {${calls.length > 0 ? `\n${calls.join('')}` : ''}}
`
}

function renderRegisterOne({ id, register, setup }: WiredController): string {
  return `
/** Adds the controller \`${id}\` to the manager. */
export function ${register}(manager: Manager, dependencies: Dependencies): void | Promise<void> {
  return ${setup}(manager, dependencies)
}
`
}

function sortKey({ group, version, kind }: GroupVersionKind): string {
  return JSON.stringify([group, version, kind])
}

/** `appsV1Application`: a kind may come from several groups and versions. */
function localName({ path, kind }: RegisteredResource): string {
  return camelCase([...path.split('/').slice(1), kind])
}

function uniqueNames(names: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
