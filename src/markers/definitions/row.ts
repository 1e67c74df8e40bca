import type { ArgumentDefinition, ArgumentType, MarkerDefinition } from '../marker.ts'

type RowDetails = Pick<MarkerDefinition, 'targets' | 'doc'> &
  Partial<Omit<MarkerDefinition, 'name'>>

/** A row of the table: a flag with an effect, unless `details` says otherwise. */
export function row(name: string, details: RowDetails): MarkerDefinition {
  return {
    name,
    class: 'effect',
    arguments: [],
    repeatable: false,
    example: `+${name}`,
    ...details,
  }
}

type ArgumentDetails = Partial<Omit<ArgumentDefinition, 'name' | 'type' | 'doc'>>

/** The one argument of `+name=value`. */
export function value(
  type: ArgumentType,
  doc: string,
  details: ArgumentDetails = {},
): readonly ArgumentDefinition[] {
  return [{ name: '', type, doc, optional: false, ...details }]
}

/** An argument of `+name:a=…,b=…`, required and of type string unless `details` says otherwise. */
export function named(
  name: string,
  doc: string,
  details: ArgumentDetails & { readonly type?: ArgumentType } = {},
): ArgumentDefinition {
  return { name, type: 'string', doc, optional: false, ...details }
}
