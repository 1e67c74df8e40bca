import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { CheckedNode } from './check-schema.ts'

/** Formats that the API server checks, and the type that each belongs to. */
const formats: Readonly<Record<string, string>> = {
  int32: 'number',
  int64: 'number',
  float: 'number',
  double: 'number',
  ...Object.fromEntries(
    [
      'bsonobjectid',
      'uri',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'cidr',
      'mac',
      'uuid',
      'uuid3',
      'uuid4',
      'uuid5',
      'isbn',
      'isbn10',
      'isbn13',
      'creditcard',
      'ssn',
      'hexcolor',
      'rgbcolor',
      'byte',
      'password',
      'date',
      'duration',
      'datetime',
      'date-time',
      'k8s-short-name',
      'k8s-long-name',
    ].map((name) => [name, 'string']),
  ),
}

/** An unknown format, or one of another type, checks nothing. */
export function checkFormat({ schema, context, at, nameAt }: CheckedNode): void {
  const { format } = schema
  if (format === undefined) return
  const isNumeric = schema.type === 'integer' || schema.type === 'number'
  const type = Object.hasOwn(formats, format) ? formats[format] : undefined
  if (type === 'string' ? !isNumeric : type === 'number' && isNumeric) return
  context.sink.report(
    'schema/unchecked-format',
    { format, subject: nameAt('format') },
    {
      span: at('format'),
      notes: [
        type === undefined ? 'the API server does not know it' : `it is a format of a ${type}`,
      ],
      helps: nearestNames(format, Object.keys(formats)).map((name) => `write \`${name}\``),
    },
  )
}
