import { named, row, value } from './row.ts'

const branches = value('json', 'a JSON list of what each branch demands')

/** What a definition can say and controller-gen has no marker for. */
export const beyondGoDefinitions = [
  row('kops:oneOf', {
    targets: ['type', 'field'],
    doc: 'The value meets exactly one of the branches. Where fields tell them apart, a union of object types says it.',
    arguments: branches,
    example: '+kops:oneOf=[{"required":["file"]},{"required":["url"]}]',
  }),
  row('kops:anyOf', {
    targets: ['type', 'field'],
    doc: 'The value meets at least one of the branches.',
    arguments: branches,
    example: '+kops:anyOf=[{"required":["file"]},{"required":["url"]}]',
  }),
  row('kops:allOf', {
    targets: ['type', 'field'],
    doc: 'The value meets all of the branches.',
    arguments: branches,
    example: '+kops:allOf=[{"pattern":"^a"},{"pattern":"z$"}]',
  }),
  row('kops:not', {
    targets: ['type', 'field'],
    doc: 'The value does not meet the demands.',
    arguments: value('json', 'a JSON object of demands'),
    example: '+kops:not={"required":["file","url"]}',
  }),
  row('kops:schema', {
    targets: ['type', 'field'],
    doc: 'Lays keywords over the schema as they stand: the last word, for what no type and no other marker says. `null` takes a keyword away.',
    arguments: value('json', 'a JSON object of keywords of a schema'),
    example: '+kops:schema={"anyOf":null}',
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
