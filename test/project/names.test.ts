import { describe, expect, test } from 'vitest'
import { isBuiltInKind } from '../../src/cli/built-in-kinds.ts'
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { derivedNames, projectNameMaxLength } from '../../src/project/derived-names.ts'
import { judgeNames, type NamesContext, type NamesToJudge } from '../../src/project/judge-names.ts'
import type { ProjectResource } from '../../src/project/project.ts'

const frigate: ProjectResource = {
  group: 'ship',
  domain: 'example.org',
  version: 'v1',
  kind: 'Frigate',
  plural: 'frigates',
  controller: false,
  controllers: [],
  external: false,
  core: false,
}

const context: NamesContext = {
  projectDomain: 'example.org',
  resources: [frigate],
  isBuiltInKind,
}

function isError({ severity }: Diagnostic): boolean {
  return severity === 'error'
}

/** Codes with the values that the helps offer. */
function judge(names: NamesToJudge): string[] {
  const sink = new DiagnosticSink()
  const isGood = judgeNames(names, context, sink)
  expect(isGood).toBe(!sink.hasErrors)
  return sink.diagnostics.map(({ code, severity, notes, helps }) => {
    if (severity === 'error') expect(notes.length + helps.length).toBeGreaterThan(0)
    const [, offer] = /`--[a-z-]+ (.*)`/.exec(helps.join()) ?? []
    return offer === undefined ? code : `${code} → ${offer}`
  })
}

const api = { group: 'ship', version: 'v1', kind: 'Corvette' }

describe('judgeNames()', () => {
  test.for<[names: NamesToJudge, problems: string[]]>([
    [{ domain: 'example.com', projectName: 'fleet' }, []],
    [{ domain: 'localhost' }, []],
    [{ domain: 'bad domain' }, ['args/invalid-domain']],
    [{ domain: 'Example.ORG' }, ['args/invalid-domain → example.org']],
    [{ domain: '-a.com' }, ['args/invalid-domain']],
    [{ domain: '' }, ['args/empty-value']],
    [{ domain: 'x.k8s.io' }, ['args/protected-group']],
    [{ domain: '"; rm -rf / #' }, ['args/invalid-domain']],
    [{ domain: '../../tmp' }, ['args/invalid-domain']],
    [{ domain: '`${process.exit()}`' }, ['args/invalid-domain']],
    [{ domain: '{{ .X }}' }, ['args/invalid-domain']],
    [{ domain: 'a\nkind: Secret' }, ['args/invalid-domain']],

    [{ projectName: 'My_Proj' }, ['args/invalid-project-name → my-proj']],
    [{ projectName: 'KubeBuilder' }, ['args/invalid-project-name → kubebuilder']],
    [{ projectName: 'My Op (copy)' }, ['args/invalid-project-name → my-op-copy']],
    [{ projectName: '9lives' }, ['args/invalid-project-name → lives']],
    [{ projectName: '-a' }, ['args/invalid-project-name → a']],
    [{ projectName: 'a.b' }, ['args/invalid-project-name → a-b']],
    [{ projectName: '@scope/op' }, ['args/invalid-project-name → scope-op']],
    [{ projectName: 'ünïcode' }, ['args/invalid-project-name → n-code']],
    [{ projectName: 'a'.repeat(28) }, []],
    [{ projectName: 'a'.repeat(29) }, [`args/name-too-long → ${'a'.repeat(28)}`]],
    [{ projectName: 'a'.repeat(64) }, [`args/name-too-long → ${'a'.repeat(28)}`]],

    [api, []],
    [{ ...api, version: '1' }, ['args/invalid-version → v1']],
    [{ ...api, version: 'v1.2' }, ['args/invalid-version → v1']],
    [{ ...api, version: 'v1-beta1' }, ['args/invalid-version → v1beta1']],
    [{ ...api, version: 'V1' }, ['args/invalid-version → v1']],
    [{ ...api, version: 'foo' }, ['args/invalid-version → v1']],
    [{ ...api, version: '' }, ['args/empty-value → v1']],

    [{ ...api, kind: 'frigate' }, ['args/invalid-kind → Frigate']],
    [{ ...api, kind: 'My_Kind' }, ['args/invalid-kind → MyKind']],
    [{ ...api, kind: '1Kind' }, ['args/invalid-kind → Kind']],
    [{ ...api, kind: 'Corvette-x' }, ['args/invalid-kind → CorvetteX']],
    [{ ...api, kind: 'Type' }, []],
    [{ ...api, kind: 'CorvetteList' }, ['args/list-kind → Corvette']],
    [{ ...api, kind: 'Frigate' }, []],
    [{ ...api, kind: 'FRIGATE' }, ['args/kind-clash']],
    [{ ...api, kind: 'FrigateSpec' }, ['args/kind-clash']],
    [{ ...api, kind: 'CustomResource' }, ['args/kind-clash']],
    [{ ...api, kind: 'K'.repeat(59) }, []],
    [{ ...api, kind: 'K'.repeat(60) }, ['args/invalid-kind']],
    [{ ...api, group: 'apps', kind: 'Deployment' }, []],
    [{ ...api, group: 'apps', kind: 'Application' }, []],

    [{ ...api, group: 'Ship' }, ['args/invalid-group → ship']],
    [{ ...api, group: 'my_ship' }, ['args/invalid-group']],
    [{ ...api, group: 'app-x' }, []],
    [{ ...api, group: 'a.b.c' }, []],
    [{ ...api, group: 'core' }, []],
    [{ ...api, group: 'class' }, []],
    [{ ...api, group: '1st' }, []],
    [{ ...api, group: '' }, ['args/empty-value']],
    [{ ...api, group: 'ship.example.org' }, ['args/group-repeats-domain → ship']],
    [{ ...api, group: 'example.org' }, ['args/group-repeats-domain']],

    [{ ...api, plural: 'corvettes2' }, []],
    [{ ...api, plural: 'Fri_gates' }, ['args/invalid-plural → corvettes']],
    [{ ...api, plural: 'frigates' }, ['args/plural-clash']],
    [{ ...api, group: 'crew', plural: 'frigates' }, []],
  ])('%j: %j', ([names, problems]) => {
    expect(judge(names)).toEqual(problems)
  })

  test('tells of all names at once', () => {
    const names = { group: 'My_Ship', version: '1', kind: 'frigate', plural: 'X' }
    expect(judge(names)).toHaveLength(4)
  })

  test.for([
    ['batch', 'tutorial.kubebuilder.io', 'CronJob', []],
    ['batch', 'volcano.sh', 'Job', []],
    ['apps', 'kruise.io', 'StatefulSet', []],
    ['core', 'example.org', 'Pod', []],
    ['networking', 'example.org', 'Ingress', []],
    ['networking', 'k8s.io', 'Ingress', ['args/built-in-kind']],
    ['networking.k8s.io', '', 'Ingress', ['args/built-in-kind']],
    ['apps', '', 'Deployment', ['args/built-in-kind']],
  ] as const)('%s in %s: %s', ([group, projectDomain, kind, problems]) => {
    const sink = new DiagnosticSink()
    judgeNames({ group, kind, version: 'v1' }, { projectDomain, isBuiltInKind }, sink)
    expect(sink.diagnostics.filter(isError).map(({ code }) => code)).toEqual(problems)
  })

  test('a group has to have a dot, with the domain', () => {
    const sink = new DiagnosticSink()
    expect(judgeNames(api, { projectDomain: '' }, sink)).toBe(false)
    expect(sink.diagnostics.map(({ code }) => code)).toEqual(['args/invalid-group'])
  })
})

test('the longest project name makes the longest derived name', () => {
  const longest = Math.max(
    ...derivedNames.map(({ suffix }) => projectNameMaxLength + suffix.length),
  )
  expect(longest).toBe(63)
  expect(projectNameMaxLength).toBe(28)
})
