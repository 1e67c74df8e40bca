import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Handlebars from 'handlebars'
import { renderPlain, templateHelpers } from './template-values.ts'

/*
 * Renders the files below `templates/`: `templates/<set>/<path>.hbs` is the template of the generated
 * file `<path>`. A file without `.hbs` is copied as it is. In a template, a bare `{{name}}` prints
 * harmless values only; `{{ts name}}`, `{{yaml name}}` and the others write a value for its place;
 * `{{{text}}}` prints text that was rendered before. A name that the data lack is an error everywhere.
 */

/** One rendered template of a set. */
export interface RenderedTemplate {
  readonly path: string
  readonly content: string
  /** `<set>/<path>` as it stands below `templates/`, without `.hbs`. */
  readonly template: string
}

export type TemplateData = object

const suffix = '.hbs'

const environment = Handlebars.create()
environment.registerHelper(templateHelpers)

const compiled = new Map<string, Handlebars.TemplateDelegate>()

/** Renders every template of a set. Names in double braces in a path are filled from the data too. */
export function renderTemplates(set: string, data: TemplateData): RenderedTemplate[] {
  return listTemplates(set).map((path) => {
    const template = `${set}/${path}`
    return { path: renderPath(path, data), content: renderTemplate(template, data), template }
  })
}

/** The paths of a set's templates, without `.hbs`, sorted. */
export function listTemplates(set: string): string[] {
  const names = readdirSync(join(templatesFolder(), set), { recursive: true, withFileTypes: true })
  const folder = join(templatesFolder(), set)
  return names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .map((path) => path.replaceAll('\\', '/').replace(/\.hbs$/, ''))
    .sort()
}

/** Renders one template, named by its path below `templates/` without `.hbs`. */
export function renderTemplate(name: string, data: TemplateData): string {
  const path = join(templatesFolder(), name)
  if (!existsSync(path + suffix)) return readFileSync(path, 'utf8')
  return renderText(readFileSync(path + suffix, 'utf8'), data, name)
}

/** Renders the text of a template. `name` says where it comes from when it is at fault. */
export function renderText(text: string, data: TemplateData, name: string): string {
  const delegate = compiled.get(text) ?? compile(text)
  compiled.set(text, delegate)
  try {
    return delegate(strict(data))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`template ${name}: ${reason}`, { cause })
  }
}

function renderPath(path: string, data: TemplateData): string {
  const values = new Map(Object.entries(data))
  return path.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => renderPlain(values.get(name)))
}

function compile(text: string): Handlebars.TemplateDelegate {
  const program = environment.parse(text)
  new PlainByDefault().accept(program)
  const knownHelpers = Object.fromEntries(Object.keys(templateHelpers).map((name) => [name, true]))
  return environment.compile(program, {
    noEscape: true,
    strict: true,
    knownHelpers,
    knownHelpersOnly: true,
  })
}

/** Turns a bare `{{name}}` into `{{plain name}}`. */
class PlainByDefault extends Handlebars.Visitor {
  override MustacheStatement(statement: hbs.AST.MustacheStatement): void {
    const { path, params, escaped } = statement
    const isBare = path.type === 'PathExpression' && params.length === 0 && escaped
    if (!isBare) return
    statement.params = [path]
    statement.path = pathTo('plain', statement.loc)
  }
}

function pathTo(name: string, loc: hbs.AST.SourceLocation): hbs.AST.PathExpression {
  return { type: 'PathExpression', data: false, depth: 0, parts: [name], original: name, loc }
}

/** Data that throw where a template asks for a name that they lack, in conditions too. */
function strict(data: TemplateData): TemplateData {
  return new Proxy(data, {
    get(target: object, name: string | symbol): unknown {
      if (typeof name === 'string' && !Object.hasOwn(target, name))
        throw new Error(`\`${name}\` is not in the data`)
      const value: unknown = Reflect.get(target, name)
      return isPlainObject(value) ? strict(value) : value
    },
  })
}

function isPlainObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  )
}

let folder: string | undefined

/** `templates/` of this package, from the sources and from the bundle alike. */
function templatesFolder(): string {
  folder ??= findTemplates(dirname(fileURLToPath(import.meta.url)))
  return folder
}

function findTemplates(directory: string): string {
  const candidate = join(directory, 'templates')
  if (existsSync(candidate) && existsSync(join(directory, 'package.json'))) return candidate
  const parent = dirname(directory)
  if (parent === directory) throw new Error('kops is installed without its templates')
  return findTemplates(parent)
}
