import { formatsOf, isCheckedFormat, typesOfFormat } from '../../apiextensions/formats.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { CheckedNode } from './check-schema.ts'

/** Reports an unknown format, or one of another type: the API server ignores both. */
export function checkFormat({ schema, context, at, nameAt }: CheckedNode): void {
  const { format, type } = schema
  if (format === undefined || isCheckedFormat(format, type)) return
  const [owner] = typesOfFormat(format)
  context.sink.report(
    'schema/unchecked-format',
    { format, subject: nameAt('format') },
    {
      span: at('format'),
      notes: [
        owner === undefined
          ? 'the API server does not know it'
          : `it is a format of values of type ${owner}`,
      ],
      helps: nearestNames(format, formatsOf(type)).map((name) => `write \`${name}\``),
    },
  )
}
