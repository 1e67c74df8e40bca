import { named, row, value } from './row.ts'

/** What a definition can say and controller-gen has no marker for. */
export const beyondGoDefinitions = [
  row('kops:schema', {
    targets: ['type', 'field'],
    doc: 'Lays keywords over the schema as they stand: the last word, for what no type and no other marker says. `null` takes a keyword away.',
    arguments: value('json', 'a JSON object of keywords of a schema'),
    example: '+kops:schema={"not":{"required":["file","url"]}}',
  }),
  row('kops:description', {
    targets: ['type', 'field'],
    doc: 'The description, in place of the comment: for white space and lines that a comment loses.',
    arguments: value('string', 'the text, in quotes'),
    example: String.raw`+kops:description="two lines,\nthe second with a blank at its end "`,
  }),
  row('kops:keepOrder', {
    targets: ['type'],
    doc: '`required` lists the fields in the order of the type. Without it they are sorted by name.',
  }),
  row('kops:resource', {
    targets: ['type'],
    repeatable: true,
    doc: 'What `+kubebuilder:resource` has no argument for.',
    arguments: [
      named('listKind', 'the kind of a list of objects; the kind and `List` by default', {
        optional: true,
      }),
      named('versions', 'the order of the versions in the definition; by priority by default', {
        type: 'strings',
        optional: true,
      }),
      named('subresources', '`none`: says `subresources: {}` where there is none', {
        optional: true,
        values: ['none'],
      }),
      named('paths', '`unchecked`: paths of columns and of scale may lead nowhere', {
        optional: true,
        values: ['unchecked'],
      }),
    ],
    example: '+kops:resource:versions=v1beta1;v1',
  }),
] as const
