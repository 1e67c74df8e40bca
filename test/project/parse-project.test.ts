import { describe, expect, test } from 'vitest'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { parseProject } from '../../src/project/parse-project.ts'
import { defaultSettings } from '../../src/project/project.ts'

const head = 'version: "3"\nlayout: [kops/v1]\ndomain: example.org\nprojectName: fleet\n'

/** What is said of a text: code and the text that is underlined. */
function findProblems(text: string): string[] {
  const sink = new DiagnosticSink()
  const project = parseProject(text, sink)
  const problems = sink.diagnostics.map(({ code, span, severity }) => {
    expect(span?.path).toBe('PROJECT')
    if (severity === 'error') expect(project).toBeUndefined()
    return `${code} ${text.slice(span?.start, span?.end)}`.trim()
  })
  if (problems.length === 0) expect(project).toBeDefined()
  return problems
}

test('parseProject() fills in what is not said', () => {
  const sink = new DiagnosticSink()
  const project = parseProject(
    `${head}resources:\n- {group: ship, domain: example.org, version: v1, kind: Policy, api: {crdVersion: v1, namespaced: true}}\n`,
    sink,
  )
  expect(project).toEqual({
    domain: 'example.org',
    projectName: 'fleet',
    namespaced: false,
    settings: defaultSettings,
    resources: [
      {
        group: 'ship',
        domain: 'example.org',
        version: 'v1',
        kind: 'Policy',
        plural: 'policies',
        api: { crdVersion: 'v1', namespaced: true },
        controller: false,
        controllers: [],
        core: false,
        external: false,
      },
    ],
  })
})

const frigate = '- {group: ship, domain: example.org, version: v1, kind: Frigate}\n'

describe('every mistake is told at its scalar', () => {
  test.for<{ name: string; text: string; problems: string[] }>([
    { name: 'none', text: head, problems: [] },
    {
      name: 'unknown keys',
      text: `${head}cliVersion: 4.16.0\nmine: {a: 1}\nplugins: {mine/v1: {b: 2}}\n`,
      problems: [],
    },
    { name: 'CRLF', text: head.replaceAll('\n', '\r\n'), problems: [] },
    { name: 'empty', text: '', problems: ['project/not-one-document'] },
    { name: 'a text', text: 'fleet\n', problems: ['project/not-one-document'] },
    { name: 'a list', text: '- fleet\n', problems: ['project/not-one-document'] },
    {
      name: 'no version',
      text: 'domain: example.org\n',
      problems: ['project/missing-field domain: example.org'],
    },
    { name: 'comments alone', text: '# nothing\n', problems: ['project/not-one-document'] },
    { name: 'two documents', text: `${head}---\n${head}`, problems: ['project/not-one-document'] },
    {
      name: 'another version',
      text: head.replace('"3"', '"9"'),
      problems: ['project/unknown-version "9"'],
    },
    {
      name: 'a number as version',
      text: head.replace('"3"', '3'),
      problems: ['project/wrong-type 3'],
    },
    {
      name: 'another layout',
      text: head.replace('kops/v1', 'go.kubebuilder.io/v4'),
      problems: ['project/foreign-layout [go.kubebuilder.io/v4]'],
    },
    {
      name: 'no name',
      text: head.replace(/projectName.*\n/, ''),
      problems: [`project/missing-field ${head.replace(/projectName.*\n/, '').trimEnd()}`],
    },
    {
      name: 'an illegal name',
      text: head.replace('fleet', 'My_Fleet'),
      problems: ['project/invalid-name My_Fleet'],
    },
    {
      name: 'an illegal domain',
      text: head.replace('example.org', 'Example.org'),
      problems: ['project/invalid-name Example.org'],
    },
    { name: 'a type', text: `${head}namespaced: maybe\n`, problems: ['project/wrong-type maybe'] },
    {
      name: 'a list that is none',
      text: `${head}resources: {a: 1}\n`,
      problems: ['project/wrong-type {a: 1}'],
    },
    {
      name: 'a mapping that is none',
      text: `${head}plugins: {kops: [1]}\n`,
      problems: ['project/wrong-type [1]'],
    },
    {
      name: 'a word',
      text: `${head}plugins: {kops: {numbers: int16}}\n`,
      problems: ['project/unknown-word int16'],
    },
    {
      name: 'a setting',
      text: `${head}plugins: {kops: {netwrokPolicy: true}}\n`,
      problems: ['project/unknown-setting netwrokPolicy'],
    },
    {
      name: 'a count',
      text: `${head}plugins: {kops: {year: -1, manifests: {maxDescriptionLength: many}}}\n`,
      problems: ['project/wrong-type -1', 'project/wrong-type many'],
    },
    {
      name: 'a resource twice',
      text: `${head}resources:\n${frigate}${frigate}`,
      problems: ['project/duplicate-resource Frigate'],
    },
    {
      name: 'a resource in two versions',
      text: `${head}resources:\n${frigate}${frigate.replace('v1', 'v2')}`,
      problems: [],
    },
    {
      name: 'two plurals of a kind',
      text: `${head}resources:\n${frigate}${frigate.replace('v1,', 'v2, plural: fregate,')}`,
      problems: ['project/contradicting-versions Frigate'],
    },
    {
      name: 'two scopes of a kind',
      text: `${head}resources:\n${frigate.replace('v1,', 'v1, api: {crdVersion: v1},')}${frigate.replace('v1,', 'v2, api: {crdVersion: v1, namespaced: true},')}`,
      problems: ['project/contradicting-versions Frigate'],
    },
    {
      name: 'a plural of two kinds',
      text: `${head}resources:\n${frigate}${frigate.replace('Frigate', 'Ketch, plural: frigates')}`,
      problems: ['project/shared-plural Ketch'],
    },
    {
      name: 'a version of any label',
      text: `${head}resources:\n${frigate.replace('v1', 'stable')}`,
      problems: [],
    },
    {
      name: 'names of a resource',
      text: `${head}resources:\n- {group: My_Ship, version: v1.2, kind: frigate-x, plural: Fri_gates}\n`,
      problems: [
        'project/invalid-name My_Ship',
        'project/invalid-name v1.2',
        'project/invalid-name frigate-x',
        'project/invalid-name Fri_gates',
      ],
    },
    {
      name: 'a resource without kind',
      text: `${head}resources:\n- {version: v1}\n`,
      problems: ['project/missing-field {version: v1}'],
    },
  ])('$name', ({ text, problems }) => {
    expect(findProblems(text)).toEqual(problems)
  })

  test('what is no YAML', () => {
    const problems = findProblems('version: "3"\nresources: [\n')
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['project/invalid-yaml'])
    expect(findProblems('a: 1\na: 2\n')[0]).toMatch(/^project\/invalid-yaml/)
  })
})
