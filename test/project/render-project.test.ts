import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pluralize } from '../../src/apimachinery/plural.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { parseProject } from '../../src/project/parse-project.ts'
import {
  certificateSources,
  defaultSettings,
  groupFolder,
  numberMeanings,
  withResource,
  type Project,
  type ProjectResource,
  type ProjectSettings,
} from '../../src/project/project.ts'
import { renderProject } from '../../src/project/render-project.ts'

const frigate: ProjectResource = {
  group: 'ship',
  domain: 'example.org',
  version: 'v1',
  kind: 'Frigate',
  plural: 'frigates',
  path: 'api/ship/v1',
  api: { crdVersion: 'v1', namespaced: true },
  controller: false,
  controllers: [],
  external: false,
  core: false,
}

const project: Project = {
  domain: 'example.org',
  projectName: 'fleet',
  namespaced: false,
  resources: [],
  settings: defaultSettings,
}

function parse(text: string): Project {
  const sink = new DiagnosticSink()
  const parsed = parseProject(text, sink)
  expect(sink.diagnostics).toEqual([])
  if (parsed === undefined) throw new Error('no project')
  return parsed
}

const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/)
const optional = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined })
const text = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('yes', '1', '# no', 'a: b', 'null'),
)

const settings: fc.Arbitrary<ProjectSettings> = fc.record({
  numbers: optional(fc.constantFrom(...numberMeanings)),
  certificates: fc.constantFrom(...certificateSources),
  certificateSigner: optional(fc.constantFrom('example.com/webhooks')),
  metrics: fc.boolean(),
  networkPolicy: fc.boolean(),
  prometheus: fc.boolean(),
  license: fc.constantFrom('apache2', 'mit', 'none', 'legal/header.txt'),
  owner: optional(text),
  year: optional(fc.nat(9999)),
  foreignMarkers: fc.array(text, { maxLength: 2 }),
  kubernetes: optional(fc.constantFrom('1.37', '1.37.2')),
  leaderElectionId: optional(label),
  manifests: fc.record({
    paths: fc.array(text, { maxLength: 2 }),
    tsconfig: optional(text),
    crdOutput: optional(text),
    rbacOutput: optional(text),
    webhookOutput: optional(text),
    roleName: optional(label),
    maxDescriptionLength: optional(fc.nat()),
    embeddedMetadata: fc.boolean(),
    headerFile: optional(text),
    year: optional(fc.nat(9999)),
  }),
  generate: fc.record({
    applyConfigurations: fc.boolean(),
    validators: fc.boolean(),
    jsonSchemas: fc.boolean(),
    reference: fc.boolean(),
    schemaOutput: optional(text),
    referenceOutput: optional(text),
  }),
  client: fc.record({
    group: optional(text),
    version: optional(text),
    output: optional(text),
  }),
})

const resource: fc.Arbitrary<ProjectResource> = fc
  .record({
    group: fc.oneof(label, fc.constant('')),
    domain: fc.constantFrom('example.org', ''),
    version: fc.constantFrom('v1', 'v1beta2', 'stable'),
    kind: fc.constantFrom('Frigate', 'Policy', 'DNS', 'Type', 'Yes'),
    hasOwnPlural: fc.boolean(),
    path: optional(fc.constantFrom('api/ship/v1')),
    api: optional(fc.record({ crdVersion: fc.constant('v1' as const), namespaced: fc.boolean() })),
    controller: fc.boolean(),
    controllers: fc.array(fc.record({ name: label }), { maxLength: 2 }),
    webhooks: optional(
      fc.record({
        webhookVersion: fc.constant('v1' as const),
        defaulting: fc.boolean(),
        validation: fc.boolean(),
        conversion: fc.boolean(),
        spoke: fc.array(fc.constantFrom('v1', 'v2'), { maxLength: 2 }),
        defaultingPath: optional(fc.constant('/default')),
        validationPath: optional(fc.constant('/validate')),
      }),
    ),
    external: fc.boolean(),
    module: optional(text),
    core: fc.boolean(),
  })
  .map(({ hasOwnPlural, ...rest }) => ({
    ...rest,
    plural: hasOwnPlural ? `all${rest.kind.toLowerCase()}` : pluralize(rest.kind),
  }))

/** A hub comes with a version that it is converted to. */
function withSpoke(hub: ProjectResource): ProjectResource[] {
  const { webhooks, ...rest } = hub
  if (webhooks?.conversion !== true) return [hub]
  const spoke = { ...rest, version: 'v2alpha1' }
  return [{ ...hub, webhooks: { ...webhooks, spoke: [spoke.version] } }, spoke]
}

const projects: fc.Arbitrary<Project> = fc.record({
  domain: fc.constantFrom('example.org', 'my.domain'),
  projectName: label,
  namespaced: fc.boolean(),
  resources: fc
    .uniqueArray(resource, {
      maxLength: 3,
      selector: ({ group, domain, kind }) => [group, domain, kind].join(),
      comparator: 'IsStrictlyEqual',
    })
    .map((resources) => resources.flatMap(withSpoke)),
  settings,
})

/** A text that a person has been at. */
function decorate(text: string): string {
  return `# mine\n${text.replace(/^version:/m, '# before the version\nversion:')}unknown: {key: [1, 2]} # stays\n`
}

describe('renderProject()', () => {
  test('is read back', () => {
    fc.assert(
      fc.property(projects, (value) => {
        expect(parse(renderProject(value))).toEqual(value)
      }),
    )
  })

  test('of the same project changes no byte', () => {
    fc.assert(
      fc.property(projects, fc.boolean(), (value, isCrlf) => {
        const decorated = decorate(renderProject(value))
        const before = isCrlf ? decorated.replaceAll('\n', '\r\n') : decorated
        expect(renderProject(parse(before), before)).toBe(before)
      }),
    )
  })

  test('of another project is read back, with comments and unknown keys', () => {
    fc.assert(
      fc.property(projects, projects, (from, to) => {
        const after = renderProject(to, decorate(renderProject(from)))
        const sorted = (value: Project): Project => ({
          ...value,
          resources: value.resources.toSorted((left, right) =>
            JSON.stringify(left) < JSON.stringify(right) ? -1 : 1,
          ),
        })
        expect(sorted(parse(after))).toEqual(sorted(to))
        expect(after).toContain('# mine')
        expect(after).toContain('# before the version')
        expect(after).toContain('unknown: {')
      }),
      { numRuns: 40 },
    )
  })

  test('of a project with one more resource adds its lines', () => {
    const before = decorate(renderProject(withResource(project, frigate)))
    const captain = {
      ...frigate,
      group: 'crew',
      kind: 'Captain',
      plural: 'captains',
      path: 'api/crew/v1',
    }
    const after = renderProject(withResource(parse(before), captain), before)
    expect(after).toBe(
      before.replace(
        '# before the version\n',
        `- api:
    crdVersion: v1
    namespaced: true
  domain: example.org
  group: crew
  kind: Captain
  path: api/crew/v1
  version: v1
# before the version
`,
      ),
    )
  })

  test('of a changed setting changes its line', () => {
    const before = decorate(
      renderProject({ ...project, settings: { ...defaultSettings, owner: 'Ann' } }),
    )
    const parsed = parse(before)
    const after = renderProject(
      { ...parsed, settings: { ...parsed.settings, owner: 'Bob' } },
      before,
    )
    expect(after).toBe(before.replace('Ann', 'Bob'))
  })
})

test.for<{ name: string; groups: string[]; group: string; folder: string }>([
  { name: 'a new group', groups: [], group: 'ship', folder: 'ship' },
  { name: 'a group of several labels', groups: [], group: 'a.b.c', folder: 'a' },
  { name: 'the same group', groups: ['ship'], group: 'ship', folder: 'ship' },
  {
    name: 'a group that shares its first label',
    groups: ['a.b'],
    group: 'a.c',
    folder: 'a.c.example.org',
  },
  { name: 'no group', groups: [], group: '', folder: 'example' },
])('groupFolder() of $name', ({ groups, group, folder }) => {
  const resources = groups.map((each) => ({ ...frigate, group: each, path: undefined }))
  expect(groupFolder({ resources }, { group, domain: 'example.org' })).toBe(folder)
})

test('groupFolder() keeps to the folder that PROJECT has', () => {
  const resources = [{ ...frigate, group: 'a.c', path: 'api/chosen/v1' }]
  expect(groupFolder({ resources }, { group: 'a.c', domain: 'example.org' })).toBe('chosen')
  expect(groupFolder({ resources }, { group: 'a.b', domain: 'example.org' })).toBe('a')
})
