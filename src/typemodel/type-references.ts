import { ts } from './compiler.ts'
import { enumValues } from './constant-expressions.ts'
import type { TypeModel } from './model.ts'
import type { Meaning } from './names.ts'
import {
  errorAt,
  spanOf,
  textOf,
  withParameter,
  type Environment,
  type Reading,
  type TypeUse,
} from './reading.ts'
import { reportUnresolved } from './reports.ts'
import type { Binding, Scope } from './scope.ts'
import { literal } from './type-algebra.ts'
import { readBuiltin, builtinNames } from './utility-types.ts'

/** What a name with type arguments stands for. */
export function readUse(use: TypeUse, environment: Environment, reading: Reading): TypeModel {
  const { name, container } = use
  if (container === undefined && ts.isIdentifier(name)) {
    const argument = environment.parameters.get(name.text)
    if (argument !== undefined) return argument
  }
  const meaning =
    container === undefined
      ? reading.names.entity(name, environment.scope)
      : inside(container, name, reading)
  const span = spanOf(use.node, environment)
  switch (meaning?.kind) {
    case undefined:
      return readUndeclared(use, environment, reading)
    case 'binding':
      return readBinding(meaning.binding, { use, environment, reading })
    case 'library': {
      const typeArguments = use.typeArguments.map((each) => reading.read(each, environment))
      return { kind: 'library', module: meaning.module, name: meaning.name, typeArguments, span }
    }
    case 'unresolved-import':
      reportUnresolved.import(meaning, reading.sink)
      return errorAt(span)
    case 'not-exported':
      reportUnresolved.export(meaning, {
        candidates: exportsOf(meaning, reading),
        sink: reading.sink,
      })
      return errorAt(span)
    case 'module':
    case 'library-module':
      reportName(use, environment, reading)
      return errorAt(span)
  }
}

function inside(container: Meaning, name: TypeUse['name'], reading: Reading): Meaning | undefined {
  if (ts.isIdentifier(name)) return reading.names.member(container, name.text)
  if (!ts.isQualifiedName(name)) return undefined
  const left = inside(container, name.left, reading)
  return left === undefined ? undefined : reading.names.member(left, name.right.text)
}

function exportsOf(
  meaning: Extract<Meaning, { kind: 'not-exported' }>,
  { names }: Reading,
): Set<string> {
  const container = names.module(meaning.import.specifier.text, meaning.unit)
  return 'scope' in container ? names.exportedNames(container.scope) : new Set()
}

interface BindingUse {
  readonly use: TypeUse
  readonly environment: Environment
  readonly reading: Reading
}

function readBinding(binding: Binding, { use, environment, reading }: BindingUse): TypeModel {
  const span = spanOf(use.node, environment)
  if (binding.types.length === 0) {
    reportName(use, environment, reading)
    return errorAt(span)
  }
  const library = reading.names.libraryNameOf(binding)
  const given = use.typeArguments.map((each) => reading.read(each, environment))
  if (library !== undefined) return { kind: 'library', ...library, typeArguments: given, span }
  const [first] = binding.types
  if (first !== undefined && ts.isClassDeclaration(first)) {
    return { kind: 'unsupported', reason: 'class', text: textOf(use.node, environment), span }
  }
  const typeArguments = withDefaults(binding, given, { use, environment, reading })
  return typeArguments === undefined
    ? errorAt(span)
    : reading.instantiate(binding, typeArguments, { environment, span })
}

export function typeParametersOf(binding: Binding): readonly ts.TypeParameterDeclaration[] {
  for (const node of binding.types) {
    if (!ts.isEnumDeclaration(node)) return node.typeParameters ?? []
  }
  return []
}

/** The arguments for all parameters; `undefined`, and reported, where one is missing. */
function withDefaults(
  binding: Binding,
  given: readonly TypeModel[],
  { use, environment, reading }: BindingUse,
): TypeModel[] | undefined {
  const declared = typeParametersOf(binding)
  let inner: Environment = {
    scope: binding.scope,
    parameters: new Map(),
    declared,
    trail: environment.trail,
    self: undefined,
    owner: binding.name,
  }
  const filled: TypeModel[] = []
  for (const [index, parameter] of declared.entries()) {
    const type =
      given[index] ??
      (parameter.default === undefined ? undefined : reading.read(parameter.default, inner))
    if (type === undefined) {
      reading.sink.report(
        'type/missing-argument',
        { name: binding.name, parameter: parameter.name.text },
        {
          span: spanOf(use.node, environment),
          notes: ['without it the type is not known'],
          helps: [`${binding.name}<${declared.map((each) => each.name.text).join(', ')}>`],
        },
      )
      return undefined
    }
    filled.push(type)
    inner = withParameter(inner, parameter.name.text, type)
  }
  return filled
}

/** A name that the project does not declare: an enum's member, a type of the language, or a mistake. */
function readUndeclared(use: TypeUse, environment: Environment, reading: Reading): TypeModel {
  const member = enumMember(use, environment, reading)
  if (member !== undefined) return member
  const builtin = readBuiltin(use, environment, reading)
  if (builtin !== undefined) return builtin
  reportName(use, environment, reading)
  return errorAt(spanOf(use.node, environment))
}

function enumMember(
  { name, node }: TypeUse,
  environment: Environment,
  { names }: Reading,
): TypeModel | undefined {
  if (!ts.isQualifiedName(name)) return undefined
  const container = names.entity(name.left, environment.scope)
  if (container?.kind !== 'binding') return undefined
  const { types, scope } = container.binding
  const value = enumValues(types, { scope, names }).get(name.right.text)
  return value === undefined ? undefined : literal(value, spanOf(node, environment))
}

function reportName({ name }: TypeUse, environment: Environment, { sink }: Reading): void {
  const text = textOf(name, environment)
  // A name that is missing altogether is a mistake of syntax, told already.
  if (text === '') return
  reportUnresolved.name(text, {
    span: spanOf(name, environment),
    candidates: visibleNames(environment),
    sink,
  })
}

function visibleNames({ scope, parameters }: Environment): Set<string> {
  const names = new Set([...parameters.keys(), ...builtinNames])
  for (let each: Scope | undefined = scope; each !== undefined; each = each.parent) {
    for (const name of each.names.keys()) names.add(name)
  }
  return names
}
