import type { MarkerContext } from './marker-context.ts'
import { type MarkerLine, partOf } from './marker-line.ts'
import type { ResolvedName, UnresolvedName } from './resolve-name.ts'

/** Reports a name that is no marker, with all of those that are nearest. */
export function reportUnknownName(
  line: MarkerLine,
  { written, suggestions, strayArgument }: UnresolvedName,
  { sink }: MarkerContext,
): void {
  if (strayArgument !== undefined) return reportStrayArgument(line, strayArgument, { sink })
  sink.report(
    'marker/unknown-name',
    { marker: `+${written}` },
    {
      span: partOf(line.span, 0, written.length + 1),
      helps:
        suggestions.length > 0
          ? suggestions.map((name) => `did you mean \`+${name}\`?`)
          : [
              '`kops markers` lists every marker; with a blank after `+` the line is text, and `foreignMarkers` in PROJECT lists prefixes of other tools',
            ],
    },
  )
}

/** `+kubebuilder:validation:MinLength:value=3`: the marker takes its value without a name. */
function reportStrayArgument(
  line: MarkerLine,
  { definition, argument }: NonNullable<UnresolvedName['strayArgument']>,
  { sink }: Pick<MarkerContext, 'sink'>,
): void {
  const start = definition.name.length + 2
  const value = /=(.*)$/.exec(line.text)?.[1]?.trim()
  const takesValue = definition.arguments.length > 0 && value !== undefined
  sink.report(
    'marker/unknown-argument',
    { marker: `+${definition.name}`, argument },
    {
      span: partOf(line.span, start, start + argument.length),
      helps: [takesValue ? `+${definition.name}=${value}` : definition.example],
    },
  )
}

/**
 * Says that a marker for other tools does nothing here, where its author may count on it: where another
 * marker of the table does what it does there. For all others `kops markers NAME` says so.
 */
export function reportWithoutEffect(
  line: MarkerLine,
  { definition, written }: ResolvedName,
  { sink, strict }: MarkerContext,
): void {
  if (definition.instead === undefined || !strict) return
  sink.report(
    'marker/without-effect',
    { marker: written },
    { span: line.span, helps: [`use \`+${definition.instead}\``] },
  )
}

/** `+default=ref(Name)` names a constant of Go, which TypeScript does not have. */
export function isDefaultReference(
  line: MarkerLine,
  { definition, written }: ResolvedName,
  { sink }: MarkerContext,
): boolean {
  if (definition.name !== 'default' || !/^\+default\s*=\s*ref\(/.test(line.text)) return false
  sink.report(
    'marker/without-effect',
    { marker: `${written}=ref(…)` },
    {
      span: line.span,
      notes: ['it names a constant of Go, whose value kops cannot know'],
      helps: ['write the value as JSON'],
    },
  )
  return true
}

/** In Go the marker makes every field of the package optional; TypeScript has `?` for that. */
export function reportPackageDefault(
  line: MarkerLine,
  { definition, written }: ResolvedName,
  { sink, strict }: MarkerContext,
): void {
  if (definition.name !== 'kubebuilder:validation:Optional' || !strict) return
  sink.report(
    'marker/without-effect',
    { marker: written },
    {
      span: line.span,
      notes: [
        'here it would speak for a whole package, but each property says whether it is optional',
      ],
      helps: ['write `?` behind the names of optional properties'],
    },
  )
}
