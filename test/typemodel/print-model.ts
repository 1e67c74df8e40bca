import type { NamedType, ObjectType, PropertyModel, TypeModel } from '../../src/typemodel/model.ts'

/**
 * A type on one line, close to TypeScript: names as `Name=…` with what stands behind them where it is
 * no object, `Name{…}` where it is, `↺Name` where it is inside itself.
 */
// oxlint-disable-next-line complexity -- one arm for each kind of type
export function printModel(type: TypeModel, within: readonly string[] = []): string {
  const inner = (each: TypeModel): string => printModel(each, within)
  switch (type.kind) {
    case 'primitive':
      return type.name
    case 'literal':
      return JSON.stringify(type.value)
    case 'template':
      return `\`${type.texts.map((text, index) => `${text}${printHole(type.types[index], inner)}`).join('')}\``
    case 'array':
      return `${parenthesised(inner(type.element))}[]`
    case 'tuple': {
      const rest = type.rest === undefined ? [] : [`...${inner(type.rest)}`]
      const elements = type.elements.map((each) => `${inner(each.type)}${each.optional ? '?' : ''}`)
      return `[${[...elements, ...rest].join(', ')}]`
    }
    case 'map':
      return `{[${inner(type.key)}]: ${inner(type.value)}}`
    case 'object':
      return printObject(type, inner)
    case 'union':
      return type.members.map(inner).join(' | ')
    case 'enum':
      return `enum(${type.members.map((each) => `${each.name}=${JSON.stringify(each.value)}`).join(', ')})`
    case 'named':
      return printNamed(type, within)
    case 'library':
      return `${type.name}@${type.module}${type.typeArguments.length === 0 ? '' : `<${type.typeArguments.map(inner).join(', ')}>`}`
    case 'unsupported':
      return `!${type.reason}`
    case 'error':
      return '!error'
  }
}

function printHole(type: TypeModel | undefined, inner: (type: TypeModel) => string): string {
  return type === undefined ? '' : `\${${inner(type)}}`
}

function printNamed(type: NamedType, within: readonly string[]): string {
  const { name } = type.declaration
  if (within.includes(type.id)) return `↺${name}`
  const behind = type.resolve()
  const text = printModel(behind, [...within, type.id])
  return text.startsWith('{') && text === parenthesised(text)
    ? `${name}${text}`
    : `${name}=${parenthesised(text)}`
}

function printObject(type: ObjectType, inner: (type: TypeModel) => string): string {
  const bases = type.bases.length === 0 ? '' : `<${type.bases.map(nameOf).join(', ')}>`
  const index =
    type.index === undefined ? [] : [`[${inner(type.index.key)}]: ${inner(type.index.value)}`]
  const members = [...index, ...type.properties.map((each) => printProperty(each, inner))]
  return `{${bases}${members.join('; ')}}`
}

function nameOf(type: ObjectType['bases'][number]): string {
  return type.kind === 'library' ? type.name : type.declaration.name
}

/** Comments stand behind the name as `#text`. */
function printProperty(property: PropertyModel, inner: (type: TypeModel) => string): string {
  const comments = property.comments
    .map(({ lines }) => `#${lines.map(({ text }) => text).join('/')}`)
    .join('')
  const library = printOwner(property.library)
  return `${property.name}${comments}${library}${property.optional ? '?' : ''}: ${inner(property.type)}`
}

/** `@Owner`, and the property's name there where it differs. */
function printOwner(library: PropertyModel['library']): string {
  if (library === undefined) return ''
  return `@${[library.name, library.property].filter((each) => each !== undefined).join('.')}`
}

/** Only a union needs them, and only where its bars stand outside of any bracket. */
function parenthesised(text: string): string {
  let depth = 0
  for (const [index, character] of [...text].entries()) {
    if ('{[(<'.includes(character)) depth += 1
    if ('}])>'.includes(character)) depth -= 1
    if (depth === 0 && text.startsWith(' | ', index)) return `(${text})`
  }
  return text
}
