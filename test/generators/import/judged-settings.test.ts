import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../../src/diagnostics/sink.ts'
import { readCrds } from '../../../src/generators/import/read-crds.ts'
import { changed, withSpec } from './frigates.ts'

describe('readCrds() refuses what the API server refuses around schemas and in rules:', () => {
  test.for<[title: string, text: string, code: string, marked: string]>([
    ...[
      [
        'a column of an unknown type',
        'additionalPrinterColumns: [{name: A, type: text, jsonPath: .a}]',
        'text',
      ],
      [
        'a column of an unknown format',
        'additionalPrinterColumns: [{name: A, type: string, format: wide, jsonPath: .a}]',
        'wide',
      ],
      [
        'a column whose path has no dot',
        'additionalPrinterColumns: [{name: A, type: string, jsonPath: spec.a}]',
        'spec.a',
      ],
      [
        'replicas outside of the spec',
        'subresources: {scale: {specReplicasPath: .status.a, statusReplicasPath: .status.b}}',
        '.status.a',
      ],
      [
        'observed replicas outside of the status',
        'subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .spec.b}}',
        '.spec.b',
      ],
      [
        'a selector outside of both',
        'subresources: {scale: {specReplicasPath: .spec.a, statusReplicasPath: .status.b, labelSelectorPath: .c}}',
        '.c',
      ],
      ['a selectable field without a dot', 'selectableFields: [{jsonPath: spec.a}]', 'spec.a'],
      [
        'a warning of several lines',
        'deprecated: true\n    deprecationWarning: "a\\nb"',
        '"a\\nb"',
      ],
      ['a warning of a version that is not deprecated', 'deprecationWarning: old', 'old'],
    ].map(([title = '', text = '', marked = '']): [string, string, string, string] => [
      title,
      changed('    schema:\n', `    ${text}\n    schema:\n`),
      'crd/invalid-value',
      marked,
    ]),
    ...[
      ['a rule with an unknown reason', '{rule: "true", reason: Wrong}', 'Wrong'],
      ['a message of several lines', '{rule: "true", message: "a\\nb"}', '"a\\nb"'],
      ['a blank message', '{rule: "true", message: " "}', '" "'],
      ['a path of several lines', '{rule: "true", fieldPath: ".a\\n"}', '".a\\n"'],
    ].map(([title = '', rule = '', marked = '']): [string, string, string, string] => [
      title,
      withSpec(`{type: object, x-kubernetes-validations: [${rule}]}`),
      'crd/invalid-value',
      marked,
    ]),
    [
      'an unknown type of list',
      withSpec('{type: array, items: {type: string}, x-kubernetes-list-type: bag}'),
      'crd/invalid-value',
      'bag',
    ],
    [
      'a review of no known version',
      changed(
        '  scope:',
        '  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v9], clientConfig: {url: "https://a.example.org/"}}}\n  scope:',
      ),
      'crd/invalid-value',
      '[v9]',
    ],
  ])('%s', ([, text, code, marked]) => {
    const sink = new DiagnosticSink()
    expect(readCrds([{ path: 'crd.yaml', text }], sink)).toEqual([])
    const found = sink.diagnostics.map((each) => ({
      code: each.code,
      marked: text.slice(each.span?.start, each.span?.end),
    }))
    expect(found).toEqual([{ code, marked }])
  })
})
