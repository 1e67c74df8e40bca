import { fieldName, type CrdPlace, type Path } from './crd-place.ts'

/** Says that a field is required. */
export function reportMissing({ sink, spanOf }: CrdPlace, path: Path): void {
  const details = { span: spanOf(path), notes: ['the API server requires it'] }
  sink.report('crd/missing-field', { field: fieldName(path) }, details)
}

/** Says what is wrong with a value. */
export function reportInvalid(
  { sink, spanOf }: CrdPlace,
  { path, value, reason }: { readonly path: Path; readonly value: string; readonly reason: string },
): void {
  const details = { span: spanOf(path), notes: [reason] }
  sink.report('crd/invalid-value', { field: fieldName(path), value }, details)
}
