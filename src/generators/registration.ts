import type { GroupVersionKind } from '../apimachinery/group-version-kind.ts'
import { projectConversions, projectWebhooks } from '../project/project-webhooks.ts'
import {
  projectControllers,
  qualifiedGroup,
  type Project,
  type ProjectResource,
} from '../project/project.ts'
import { indexFile, specifier, type CodeStyle } from './descriptors.ts'
import { camelCase, doNotEdit } from './generated-code.ts'
import { renderFunctions } from './registration-functions.ts'

/** A kind of the project and the folder of its types, relative to the project: `api/apps/v1`. */
export interface RegisteredResource extends GroupVersionKind {
  readonly path: string
}

/** A controller or an admission webhook of the project, and the file that exports its `setup`. */
export interface RegisteredSetup {
  /** `apps/application`, `apps/v1/application.defaulter` */
  readonly id: string
  /** `src/controllers/apps/application.ts` */
  readonly path: string
}

/** A kind whose versions are converted through one of them. */
export interface RegisteredConversion {
  /** `apps/v1/application.conversion` */
  readonly id: string
  readonly hub: RegisteredResource
  readonly spokes: readonly RegisteredSpoke[]
}

/** A version that is converted, and the file that exports `convertTo` and `convertFrom`. */
export interface RegisteredSpoke {
  readonly resource: RegisteredResource
  /** `api/apps/v2/application.conversion.ts` */
  readonly path: string
}

/** What is wired together. */
export interface Registered {
  readonly resources: readonly RegisteredResource[]
  readonly controllers: readonly RegisteredSetup[]
  readonly webhooks: readonly RegisteredSetup[]
  readonly conversions: readonly RegisteredConversion[]
}

/** The file that wires the project together, relative to the project. */
export const registrationFile = 'src/zz_generated.register.ts'

/** What PROJECT lists. */
export function registeredIn(project: Project): Registered {
  return {
    resources: project.resources.flatMap((each) => (each.api ? toRegistered(each) : [])),
    controllers: projectControllers(project),
    webhooks: projectWebhooks(project),
    conversions: projectConversions(project).flatMap(({ id, hub, spokes }) =>
      toRegistered(hub).map((registered) => ({
        id,
        hub: registered,
        spokes: spokes.flatMap(({ resource, path }) =>
          toRegistered(resource).map((spoke) => ({ resource: spoke, path })),
        ),
      })),
    ),
  }
}

/** Nothing where PROJECT says no folder. */
function toRegistered(resource: ProjectResource): RegisteredResource[] {
  const { path, version, kind } = resource
  return path === undefined ? [] : [{ group: qualifiedGroup(resource), version, kind, path }]
}

/** The wiring of a project. */
export function renderRegistration(registered: Registered, style: CodeStyle = {}): string {
  const sorted = registered.resources.toSorted((left, right) =>
    compareText(sortKey(left), sortKey(right)),
  )
  const names = uniqueNames(sorted.map(localName))
  const imports = sorted.map(({ kind, path }, index) => {
    const from = specifier(`../${path}/${indexFile}`, style)
    return `import { ${kind} as ${names[index]} } from ${from}\n`
  })
  const list = names.map((name) => `  ${name},\n`).join('')
  const nameOf = (resource: RegisteredResource): string =>
    names[sorted.findIndex((each) => sortKey(each) === sortKey(resource))] ?? ''
  const functions = renderFunctions(registered, { style, nameOf, uniqueNames })
  return [
    style.header ?? '',
    doNotEdit,
    `import type { ResourceDescriptor } from 'kops'\n`,
    functions.runtimeImports,
    ...imports,
    ...functions.imports,
    `import type { Dependencies } from ${specifier('./dependencies.ts', style)}\n`,
    '\n/** Every resource that this project brings, by group, version and kind. */\n',
    `export const resources: readonly ResourceDescriptor[] = [${list && '\n' + list}]\n`,
    ...functions.declarations,
  ].join('')
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
