import { nearestNames } from '../diagnostics/nearest-names.ts'
import { findMarker, findTag, type MarkerGroup, markerGroups } from './definitions.ts'
import type { ArgumentDefinition, ArgumentType, MarkerDefinition } from './marker.ts'
import { tagNames } from './tag-names.ts'
import { quoteWords } from './values/word.ts'

/*
 * What `kops markers`, shell completion and docs/markers.md show, made from the table of markers.
 */

const typeWords: Readonly<Record<ArgumentType, string>> = {
  flag: 'nothing',
  string: 'text',
  integer: 'integer',
  number: 'number',
  boolean: 'true|false',
  any: 'value',
  json: 'JSON',
  raw: 'text',
  strings: 'text;…',
  anys: 'value;…',
  words: 'word,…',
}

const classWords: Readonly<Record<MarkerDefinition['class'], string>> = {
  effect: 'changes what `kops manifests` writes',
  go: 'accepted, without effect in kops',
  client: 'steers the typed client',
}

/** Every marker with the first sentence of its text, by subject. */
export function renderMarkerList(): string {
  return markerGroups.map(renderGroup).join('\n')
}

function renderGroup({ title, definitions }: MarkerGroup): string {
  const names = definitions.map(
    ({ name, tag }) => `+${name}${tag === undefined ? '' : `, @${tag}`}`,
  )
  const width = Math.min(56, Math.max(...names.map((name) => name.length)))
  const rows = definitions.map(({ doc }, index) => {
    const name = names[index] ?? ''
    return name.length > width
      ? `  ${name}\n  ${''.padEnd(width)}  ${firstSentence(doc)}`
      : `  ${name.padEnd(width)}  ${firstSentence(doc)}`
  })
  return `${title}\n${rows.join('\n')}\n`
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)(?:(?<!:)|.*?\.(?=\s|$))/.exec(text)?.[0] ?? text
}

/** All that the table says of one marker, by its name or tag; `undefined` where there is none. */
export function renderMarkerHelp(name: string): string | undefined {
  const definition = resolveForHelp(name)
  if (definition === undefined) return undefined
  const { arguments: all, tag, deprecated, instead } = definition
  const lines = [
    usageOf(definition),
    '',
    definition.doc,
    '',
    `Describes: ${definition.targets.join(', ')}${definition.repeatable ? '; may be repeated' : ''}`,
    `Effect:    ${classWords[definition.class]}`,
    ...(tag === undefined ? [] : [`Tag:       @${tag} in a JSDoc comment`]),
    ...(deprecated === undefined ? [] : [`Replaced:  use +${deprecated}`]),
    ...(instead === undefined ? [] : [`Use:       +${instead}`]),
    ...(all.length === 0 ? [] : ['', 'Arguments:', ...all.map(renderArgument)]),
    '',
    'Example:',
    `  // ${definition.example}`,
  ]
  return `${lines.join('\n')}\n`
}

/** The names nearest to one that `kops markers NAME` does not find, as it would take them. */
export function nearestMarkers(name: string): string[] {
  return name.startsWith('@')
    ? nearestNames(name.slice(1), tagNames).map((tag) => `@${tag}`)
    : nearestNames(name.replace(/^\+/, ''), markerNames())
}

/** The names that shell completion offers. */
export function markerNames(): string[] {
  return markerGroups.flatMap(({ definitions }) => definitions.map(({ name }) => name))
}

/** `+optional`, `optional`, `@minimum`; also `Minimum`, where one marker alone ends so. */
function resolveForHelp(name: string): MarkerDefinition | undefined {
  if (name.startsWith('@')) return findTag(name.slice(1))
  const bare = name.replace(/^\+/, '')
  return findMarker(bare) ?? findMarker(`kubebuilder:validation:${bare}`) ?? findTag(bare)
}

function usageOf({ name, arguments: all }: MarkerDefinition): string {
  const parts = all.map(({ name: argument, type, optional }) => {
    const text = argument === '' ? typeWords[type] : `${argument}=${typeWords[type]}`
    return optional ? `[${text}]` : text
  })
  const [first] = all
  if (first === undefined) return `+${name}`
  return `+${name}${first.name === '' ? '=' : ':'}${parts.join(',')}`
}

function renderArgument(argument: ArgumentDefinition): string {
  const { name, doc } = argument
  return `  ${name === '' ? 'value' : name}  ${[doc, ...limitsOf(argument), ...remarksOf(argument)].join('; ')}`
}

function remarksOf({ optional, isOwn = false }: ArgumentDefinition): string[] {
  return [...(optional ? ['optional'] : []), ...(isOwn ? ['not in controller-gen'] : [])]
}

function limitsOf({
  values,
  minimum,
  maximum,
}: Pick<ArgumentDefinition, 'type' | 'values' | 'minimum' | 'maximum'>): string[] {
  return [
    ...(values === undefined ? [] : [quoteWords(values)]),
    ...(minimum === undefined ? [] : [`at least ${minimum}`]),
    ...(maximum === undefined ? [] : [`at most ${maximum}`]),
  ]
}

/** The page docs/markers.md. */
export function renderMarkerPage(): string {
  return [
    '# Markers',
    '',
    'A marker is a line of a comment that begins with `+` and a name. It stands above the type or property',
    'that it describes; package, RBAC and webhook markers may stand anywhere. `kops markers NAME` shows one.',
    'A tag such as `@minimum` in a JSDoc comment is a second name of a marker: its value follows a blank.',
    '[Markers in use](markers-in-use.md) shows what they make of a schema.',
    '',
    'This page is made from the table in `src/markers/definitions/`.',
    '',
    ...markerGroups.flatMap(renderSection),
  ].join('\n')
}

function renderSection({ title, definitions }: MarkerGroup): string[] {
  return [`## ${title}`, '', ...definitions.flatMap(renderEntry)]
}

function renderEntry(definition: MarkerDefinition): string[] {
  const { name, targets, doc, arguments: all, repeatable, tag, deprecated, instead } = definition
  const facts = [
    `on a ${targets.join(' or ')}`,
    ...(repeatable && definition.class !== 'go' ? ['may be repeated'] : []),
    ...(tag === undefined ? [] : [`tag \`@${tag}\``]),
    ...(deprecated === undefined ? [] : [`replaced by \`+${deprecated}\``]),
    ...(instead === undefined ? [] : [`use \`+${instead}\``]),
  ]
  return [
    `### \`+${name}\``,
    '',
    `${doc} (${facts.join('; ')})`,
    '',
    ...all.flatMap(renderArgumentItem),
    ...(all.length === 0 ? [] : ['']),
    '```ts',
    `// ${definition.example}`,
    '```',
    '',
  ]
}

function renderArgumentItem(argument: ArgumentDefinition): string[] {
  const { name, type, doc } = argument
  const details = [typeWords[type], ...limitsOf(argument), ...remarksOf(argument)]
  return [`- ${name === '' ? 'value' : `\`${name}\``}: ${doc} (${details.join('; ')})`]
}
