import type { TypeFact } from './facts.ts'

const integerOrString = [{ type: 'integer' }, { type: 'string' }]

/** The sign, number and suffix that `resource.Quantity` parses. */
const quantityPattern =
  '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$'

/** The schema of each scalar that the entry `kops` exports. */
export const scalarSchemas: Readonly<Record<string, TypeFact>> = {
  Int32: { type: 'integer', format: 'int32' },
  Int64: { type: 'integer', format: 'int64' },
  Integer: { type: 'integer' },
  Float: { type: 'number', format: 'float' },
  Double: { type: 'number', format: 'double' },
  Bytes: { type: 'string', format: 'byte' },
  Quantity: {
    anyOf: integerOrString,
    pattern: quantityPattern,
    'x-kubernetes-int-or-string': true,
  },
  IntOrString: { anyOf: integerOrString, 'x-kubernetes-int-or-string': true },
  RawExtension: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
  JsonValue: { 'x-kubernetes-preserve-unknown-fields': true },
  JsonObject: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
}
