import type { Checker } from './checker.ts'
import { ts } from './compiler.ts'
import { spanOf, textOf, type Environment, type Reading } from './reading.ts'

/*
 * Values that a library makes at run time, and computes types from: schemas of zod, TypeBox, valibot and their like.
 * The computed type has lost what the schema checks, and asks for fields that the schema fills in.
 */

/** A value of a type query and where it is used. */
export interface ValueUse {
  readonly name: ts.EntityName
  readonly environment: Environment
}

/** Reports a type query whose type a library computes from a value that it makes itself. True where it did. */
export function reportRuntimeSchema(use: ValueUse, reading: Reading, source: Checker): boolean {
  const { name, environment } = use
  const checker = source.checkerFor(environment.scope.unit)
  const value = valuesIn(name).find((each) =>
    isMadeByLibrary(checker.getTypeAtLocation(each), checker),
  )
  if (value === undefined) return false
  const text = textOf(value, environment)
  reading.sink.report(
    'type/runtime-schema',
    { value: text },
    {
      span: spanOf(name, environment),
      notes: ['its bounds, patterns and defaults are values of the program, which no type carries'],
      helps: [
        'write the interface, with markers or tags for what the schema checks',
        `let the schema follow the interface: \`const ${text} = … satisfies …<TheInterface>\``,
      ],
    },
  )
  return true
}

/** Returns the values whose types a type node asks for, itself included. */
export function queriedValues(node: ts.Node): ts.EntityName[] {
  if (ts.isTypeQueryNode(node)) return [node.exprName]
  const found: ts.EntityName[] = []
  ts.forEachChild(node, (child) => {
    found.push(...queriedValues(child))
  })
  return found
}

/** `a.b.c` → `a`, `a.b`, `a.b.c`. */
function valuesIn(name: ts.EntityName): ts.EntityName[] {
  return ts.isIdentifier(name) ? [name] : [...valuesIn(name.left), name]
}

/** Data of a library's type are data; what has methods, type arguments or hidden keys is an object of the library's. */
function isMadeByLibrary(type: ts.Type, checker: ts.TypeChecker): boolean {
  if (type.isIntersection()) return type.types.some((each) => isMadeByLibrary(each, checker))
  const { symbol } = type
  if (symbol === undefined || (symbol.flags & namedSymbols) === 0) return false
  if (!symbol.declarations?.some(isInPackage)) return false
  if ((symbol.flags & ts.SymbolFlags.Class) !== 0 || isGeneric(type, checker)) return true
  return checker
    .getPropertiesOfType(type)
    .some((each) => isHidden(each.name) || isMethod(each, checker))
}

const namedSymbols = ts.SymbolFlags.Class | ts.SymbolFlags.Interface

function isInPackage(declaration: ts.Declaration): boolean {
  return /[\\/]node_modules[\\/]/.test(declaration.getSourceFile().fileName)
}

function isGeneric(type: ts.Type, checker: ts.TypeChecker): boolean {
  const isReference = ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0
  return isReference && checker.getTypeArguments(type as ts.TypeReference).length > 0
}

/** Keys that are symbols, and names that begin as those of Standard Schema and TypeBox do. */
function isHidden(name: string): boolean {
  return name.startsWith('__@') || name.startsWith('~')
}

function isMethod(property: ts.Symbol, checker: ts.TypeChecker): boolean {
  return checker.getTypeOfSymbol(property).getCallSignatures().length > 0
}
