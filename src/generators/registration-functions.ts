import { specifier, type CodeStyle } from './descriptors.ts'
import { camelCase, quote } from './generated-code.ts'
import type {
  Registered,
  RegisteredConversion,
  RegisteredResource,
  RegisteredSetup,
} from './registration.ts'

export interface FunctionContext {
  readonly style: CodeStyle
  /** What the file calls a resource. */
  readonly nameOf: (resource: RegisteredResource) => string
  readonly uniqueNames: (names: readonly string[]) => string[]
}

/** What the file has beside its resources. */
export interface RenderedFunctions {
  readonly runtimeImports: string
  readonly imports: readonly string[]
  readonly declarations: readonly string[]
}

/** One thing to register, with the name of its function. */
interface Part {
  readonly id: string
  readonly register: string
  readonly takesDependencies: boolean
  readonly imports: readonly string[]
  readonly declaration: string
}

/** The functions that add controllers, webhooks and conversions to a manager: one for each, and one for all. */
export function renderFunctions(
  { controllers, webhooks, conversions }: Registered,
  context: FunctionContext,
): RenderedFunctions {
  const ids = [...controllers, ...webhooks, ...conversions]
    .map(({ id }) => id)
    .toSorted(compareText)
  const names = context.uniqueNames(ids.map((id) => camelCase(['register', ...id.split('/')])))
  const nameOf = (id: string): string => names[ids.indexOf(id)] ?? ''
  const inOrder = (parts: readonly Part[]): Part[] =>
    parts.toSorted((left, right) => compareText(left.id, right.id))
  const ofControllers = inOrder(
    controllers.map((each) => setupPart(each, 'controller', { ...context, name: nameOf(each.id) })),
  )
  const ofWebhooks = inOrder([
    ...webhooks.map((each) => setupPart(each, 'webhook', { ...context, name: nameOf(each.id) })),
    ...conversions.map((each) => conversionPart(each, { ...context, name: nameOf(each.id) })),
  ])
  const parts = [...ofControllers, ...ofWebhooks]
  return {
    runtimeImports: renderRuntimeImports(conversions.length > 0),
    imports: parts.flatMap(({ imports }) => imports),
    declarations: [
      renderRegisterAll(ofControllers, ofWebhooks),
      ...(ofWebhooks.length > 0 ? [renderRegisterWebhooks(ofWebhooks)] : []),
      ...parts.map(({ declaration }) => declaration),
    ],
  }
}

function renderRuntimeImports(hasConversions: boolean): string {
  const functions = hasConversions ? `import { newConversion } from 'kops/runtime'\n` : ''
  return `${functions}import type { Manager } from 'kops/runtime'\n`
}

interface NamedContext extends FunctionContext {
  /** Of the function. */
  readonly name: string
}

function setupPart(
  { id, path }: RegisteredSetup,
  sort: 'controller' | 'webhook',
  { name, style }: NamedContext,
): Part {
  const setup = name.replace('register', 'setup')
  const from = specifier(path.replace(/^src\//, './'), style)
  return {
    id,
    register: name,
    takesDependencies: true,
    imports: [`import { setup as ${setup} } from ${from}\n`],
    declaration: `
/** Adds the ${sort} \`${id}\` to the manager. */
export function ${name}(manager: Manager, dependencies: Dependencies): void | Promise<void> {
  return ${setup}(manager, dependencies)
}
`,
  }
}

function conversionPart(
  { id, hub, spokes }: RegisteredConversion,
  { name, style, nameOf }: NamedContext,
): Part {
  const modules = spokes.map(({ resource, path }) => ({
    resource: nameOf(resource),
    module: `${nameOf(resource)}Conversion`,
    from: specifier(`../${path}`, style),
  }))
  const calls = modules.map(({ resource, module }) => `    .spoke(${resource}, ${module})\n`)
  return {
    id,
    register: name,
    takesDependencies: false,
    imports: modules.map(({ module, from }) => `import * as ${module} from ${from}\n`),
    declaration: `
/** Converts every version of \`${hub.kind}\` to the others, through ${hub.version}. */
export function ${name}(manager: Manager): void {
  newConversion(manager)
    .hub(${nameOf(hub)})
${calls.join('')}    .complete()
}
`,
  }
}

function renderRegisterAll(controllers: readonly Part[], webhooks: readonly Part[]): string {
  const hasWebhooks = webhooks.length > 0
  const calls = [
    ...controllers.map(renderCall),
    ...(hasWebhooks ? ['  await registerWebhooks(manager, dependencies, { except })\n'] : []),
  ]
  const parameters =
    calls.length === 0
      ? ['_manager: Manager', '_dependencies: Dependencies', '_options: RegisterOptions = {}']
      : parametersOf('dependencies')
  const webhookNames = `
/** The webhooks and conversions of this project, by folder and file. */
export type WebhookName =${unionOf(webhooks)}
`
  const names = exceptNames(controllers.length > 0, hasWebhooks)
  const what = hasWebhooks ? 'Controllers and webhooks' : 'Controllers'
  return `
/** The controllers of this project, by folder and file. */
export type ControllerName =${unionOf(controllers)}
${hasWebhooks ? webhookNames : ''}
export interface RegisterOptions {
  /** ${what} to leave out: those that \`src/main.ts\` sets up by itself, or not at all. */
  readonly except?: readonly ${names}[]
}

/** Adds every controller${hasWebhooks ? ' and every webhook' : ''} of this project to the manager. */
export async function registerAll(
${parameters.map((each) => `  ${each},\n`).join('')}): Promise<void> {${calls.length > 0 ? `\n${calls.join('')}` : ''}}
`
}

/** Where there is none of a sort, its type is `never`, and linters want that in no union. */
function exceptNames(hasControllers: boolean, hasWebhooks: boolean): string {
  if (!hasWebhooks) return 'ControllerName'
  return hasControllers ? '(ControllerName | WebhookName)' : 'WebhookName'
}

function renderRegisterWebhooks(webhooks: readonly Part[]): string {
  const usesDependencies = webhooks.some(({ takesDependencies }) => takesDependencies)
  const parameters = parametersOf(usesDependencies ? 'dependencies' : '_dependencies')
  return `
/** Adds every webhook and conversion of this project to the manager, and no controller. */
export async function registerWebhooks(
${parameters.map((each) => `  ${each},\n`).join('')}): Promise<void> {
${webhooks.map(renderCall).join('')}}
`
}

function parametersOf(dependencies: string): string[] {
  return [
    'manager: Manager',
    `${dependencies}: Dependencies`,
    '{ except = [] }: RegisterOptions = {}',
  ]
}

function renderCall({ id, register, takesDependencies }: Part): string {
  const call = takesDependencies
    ? `await ${register}(manager, dependencies)`
    : `${register}(manager)`
  return `  if (!except.includes(${quote(id)})) ${call}\n`
}

function unionOf(parts: readonly Part[]): string {
  return parts.map(({ id }) => `\n  | ${quote(id)}`).join('') || ' never'
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
