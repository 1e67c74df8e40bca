import { row, value } from './row.ts'

/** Whether a field must be there, may be null, and what stands in for it. */
export const presenceDefinitions = [
  row('optional', {
    targets: ['field'],
    doc: 'The field may be left out. In TypeScript `?` says so; the marker may repeat it.',
  }),
  row('required', {
    targets: ['field'],
    doc: 'The field must be there. In TypeScript a property without `?` says so; the marker may repeat it.',
  }),
  row('k8s:optional', { targets: ['field'], doc: 'The same as `+optional`.' }),
  row('k8s:required', {
    targets: ['field'],
    doc: 'The field must be there and must not be empty: at least one character, item or property.',
  }),
  row('kubebuilder:validation:Optional', {
    targets: ['package', 'field'],
    doc: 'The same as `+optional`. On a package it is without effect: in TypeScript every property says by itself whether it is optional.',
    deprecated: 'optional',
  }),
  row('kubebuilder:validation:Required', {
    targets: ['package', 'field'],
    doc: 'The same as `+required`. On a package it is without effect.',
    deprecated: 'required',
  }),
  row('nullable', {
    targets: ['field'],
    doc: 'The field may be `null`. In TypeScript `| null` says so; the marker may repeat it.',
    tag: 'nullable',
  }),
  row('kubebuilder:default', {
    targets: ['field'],
    doc: 'The API server fills this value in where the field is missing. Another value in `+default` beside it is an error.',
    arguments: value('any', 'a value of the type of the field'),
    example: '+kubebuilder:default=1',
    tag: 'default',
  }),
  row('default', {
    targets: ['field'],
    doc: 'The API server fills this value in where the field is missing. The value is JSON.',
    arguments: value('json', 'a JSON value of the type of the field'),
    example: '+default={"cpu":"100m"}',
  }),
  row('k8s:immutable', {
    targets: ['field'],
    doc: 'The field cannot change once it is set.',
  }),
] as const
