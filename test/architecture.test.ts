import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

/** One import of a source file: what is imported, and whether it is types alone or only when it is called for. */
interface Import {
  readonly from: string
  readonly specifier: string
  readonly isTypeOnly: boolean
  readonly isLazy: boolean
}

/** Packages that one folder alone may import. */
const owners: Readonly<Record<string, string | readonly string[]>> = {
  '@marcbachmann/cel-js': 'apiextensions',
  commander: 'cli',
  execa: 'cli',
  handlebars: 'scaffold',
  re2js: 'apiextensions',
  'ts-morph': 'typemodel',
  yaml: 'manifest',
}

const mostLines = 400
const drawerNames = /^(?:utils?|helpers?|common|misc|types|constants|index)\.ts$/
const entries = [
  'src/index.ts',
  'src/testing/index.ts',
  'src/runtime/index.ts',
  'src/validation/index.ts',
]

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join('src', path))
  .sort()
const imports = files.flatMap(readImports)
const layers = readLayers()

function readImports(file: string): readonly Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const found: Import[] = []
  const add = (node: ts.Node | undefined, isTypeOnly: boolean, isLazy = false): void => {
    if (node && ts.isStringLiteral(node))
      found.push({ from: file, specifier: node.text, isTypeOnly, isLazy })
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node.importClause))
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly)
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      add(node.argument.literal, true)
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false, true)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isTypeImport(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const { namedBindings: names } = clause
  const isNamed = clause.name === undefined && names !== undefined && ts.isNamedImports(names)
  return isNamed && names.elements.length > 0 && names.elements.every((each) => each.isTypeOnly)
}

/** The table of README.md: a folder of `src`, and the folders that it may import. */
function readLayers(): ReadonlyMap<string, readonly string[]> {
  const rows = readFileSync('README.md', 'utf8').matchAll(/^\| `src\/([\w-]+)\/` \|.*\| (.*) \|$/gm)
  const table = new Map<string, readonly string[]>()
  for (const [, folder = '', allowed = ''] of rows) {
    const words = allowed.match(/[a-z]+/g) ?? []
    table.set(folder, allowed.startsWith('all above') ? [...table.keys()] : words)
  }
  return table
}

/** `cli` of `src/cli/main.ts`; empty for a file that stands in `src` itself. */
function layerOf(file: string): string {
  const [, folder = '', ...rest] = file.split('/')
  return rest.length === 0 ? '' : folder
}

function targetOf({ from, specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

const show = ({ from, specifier }: Import): string => `${from} imports ${specifier}`

describe('the layers', () => {
  test('are all in the table of the README', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((each) => each.isDirectory())
    expect([...layers.keys()].sort()).toEqual(
      expect.arrayContaining(folders.map(({ name }) => name).sort()),
    )
    expect(imports.length).toBeGreaterThan(100)
  })

  test('import only what the table allows', () => {
    const wrong = imports.filter((each) => {
      const target = targetOf(each)
      const [from, to] = [layerOf(each.from), layerOf(target ?? '')]
      if (target === undefined || from === '' || from === to) return false
      const allowed = layers.get(from) ?? []
      return !allowed.includes('everything') && !allowed.includes(to)
    })
    expect(wrong.map(show)).toEqual([])
  })

  test('keep each large package to its one importer', () => {
    const wrong = imports.filter(({ from, specifier }) => {
      const owner = owners[specifier]
      return owner !== undefined && ![owner].flat().includes(layerOf(from))
    })
    expect(wrong.map(show)).toEqual([])
  })

  test('run the operator on what a project installs', () => {
    const manifest: { dependencies: Record<string, string> } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    )
    const installed = Object.keys(manifest.dependencies)
    const wrong = imports.filter(({ from, specifier, isTypeOnly }) => {
      const isBundled = ['cli', 'typemodel', 'schema', 'scaffold', 'generators', 'diagnostics']
      if (isTypeOnly || isBundled.includes(layerOf(from))) return false
      return (
        !specifier.startsWith('.') &&
        !specifier.startsWith('node:') &&
        !installed.includes(specifier)
      )
    })
    expect(wrong.map(show)).toEqual([])
  })
})

describe('the files', () => {
  test('need each other in no circle when they are loaded', () => {
    const next = new Map<string, string[]>()
    for (const each of imports.filter(({ isTypeOnly, isLazy }) => !isTypeOnly && !isLazy)) {
      const target = targetOf(each)
      if (target) next.set(each.from, [...(next.get(each.from) ?? []), target])
    }
    expect(findCircle(next)).toEqual([])
  })

  test(`have at most ${mostLines} lines`, () => {
    const long = [...files, ...testFiles()].filter(
      // An entry is a list of names: it holds no code.
      (file) =>
        !entries.includes(file) && readFileSync(file, 'utf8').split('\n').length > mostLines + 1,
    )
    expect(long).toEqual([])
  })

  test('are named after what they hold', () => {
    const wrong = files.filter((file) => {
      const name = file.slice(file.lastIndexOf('/') + 1)
      return (
        !entries.includes(file) &&
        (drawerNames.test(name) || !/^[a-z0-9-]+(?:\.definition)?\.ts$/.test(name))
      )
    })
    expect(wrong).toEqual([])
  })

  test('leave no promise of later work', () => {
    const unfinished = files.filter((file) =>
      /\b(?:FIXME|XXX|HACK)\b|\/\/\s*TODO/.test(readFileSync(file, 'utf8')),
    )
    expect(unfinished).toEqual([])
  })
})

function testFiles(): readonly string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('cases/'))
    .map((path) => join('test', path))
}

/** The files of one circle of imports; none where there is no circle. */
function findCircle(next: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): readonly string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const target of next.get(file) ?? []) {
      const circle = visit(target, [...path, file])
      if (circle.length > 0) return circle
    }
    done.add(file)
    return []
  }
  for (const file of next.keys()) {
    const circle = visit(file, [])
    if (circle.length > 0) return circle
  }
  return []
}
