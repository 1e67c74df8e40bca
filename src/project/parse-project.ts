import { join } from 'node:path'
import { validateDns1123Subdomain } from '../apimachinery/names.ts'
import { pluralize } from '../apimachinery/plural.ts'
import { findWebhookPathProblem } from '../apimachinery/webhook-address.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { readInputText } from '../input/read-input-file.ts'
import { parseYaml } from '../manifest/parse-yaml.ts'
import { checkResources } from './check-resources.ts'
import { FieldReader, isMapping } from './field-reader.ts'
import { findNameProblems, type NamesToJudge } from './name-rules.ts'
import {
  certificateSources,
  defaultSettings,
  numberMeanings,
  projectLayout,
  type ClientSettings,
  type GenerateSettings,
  type ManifestSettings,
  type Project,
  type ProjectResource,
  type ProjectSettings,
  type ProjectWebhooks,
} from './project.ts'

/** The name of the file, and its path in diagnostics. */
export const projectFile = 'PROJECT'

/** A project as read from its folder. */
export interface ProjectOnDisk {
  readonly project: Project
  /** What `renderProject` takes to keep comments and unknown keys. */
  readonly text: string
}

/** Reads PROJECT in a folder that has it. Undefined where it has mistakes, which are in the sink then. */
export function readProject(root: string, sink: DiagnosticSink): ProjectOnDisk | undefined {
  const text = readInputText(join(root, projectFile))
  const project = parseProject(text, sink)
  return project && { project, text }
}

/** Reads the text of PROJECT. Every mistake is reported; undefined where there was an error. */
export function parseProject(text: string, sink: DiagnosticSink): Project | undefined {
  const [yaml, second] = parseYaml(text)
  const problems = yaml?.problems ?? []
  for (const { message, start, end } of problems) {
    const span = { path: projectFile, start, end }
    sink.report('project/invalid-yaml', { problem: lowerFirst(message) }, { span })
  }
  if (problems.length > 0) return undefined
  if (yaml === undefined || !isMapping(yaml.value) || second !== undefined) {
    const span = { path: projectFile, start: 0, end: 0 }
    sink.report('project/not-one-document', {}, { span, helps: ['run `kops init`'] })
    return undefined
  }
  const before = sink.diagnostics.filter(isError).length
  const project = readFields(
    new FieldReader({ path: projectFile, yaml, sink }, [], yaml.value),
    sink,
  )
  return sink.diagnostics.filter(isError).length > before ? undefined : project
}

function isError({ severity }: { readonly severity: string }): boolean {
  return severity === 'error'
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

function readFields(fields: FieldReader, sink: DiagnosticSink): Project | undefined {
  if (!hasOurVersion(fields, sink)) return undefined
  const domain = fields.text('domain') ?? ''
  const projectName = required(fields, 'projectName', sink)
  judge(fields, { domain, projectName }, sink)
  const entries = fields.mappings('resources').map((each) => ({
    resource: readResource(each, sink),
    spanOf: (field: string) => each.span(field),
  }))
  checkResources(entries, sink)
  return {
    domain,
    projectName: projectName ?? '',
    namespaced: fields.flag('namespaced') ?? false,
    resources: entries.map(({ resource }) => resource),
    settings: readSettings(fields.mapping('plugins').mapping('kops'), sink),
  }
}

/** The schema version and the layout decide what all other fields mean. */
function hasOurVersion(fields: FieldReader, sink: DiagnosticSink): boolean {
  const version = fields.text('version')
  // A number has been told of as such.
  if (version === undefined && fields.has('version')) return false
  if (version !== '3') {
    const span = version === undefined ? fields.span() : fields.span('version')
    const details = { span, helps: ['write `version: "3"`'] }
    if (version === undefined) sink.report('project/missing-field', { field: 'version' }, details)
    else sink.report('project/unknown-version', { version }, details)
    return false
  }
  const layouts = fields.texts('layout')
  const foreign = layouts.find((layout) => layout !== projectLayout)
  if (foreign === undefined) return true
  sink.report('project/foreign-layout', { layout: foreign }, { span: fields.span('layout') })
  return false
}

function required(fields: FieldReader, key: string, sink: DiagnosticSink): string | undefined {
  const text = fields.text(key)
  if (text === undefined || text === '') {
    sink.report('project/missing-field', { field: fields.name(key) }, { span: fields.span() })
  }
  return text
}

function judge(fields: FieldReader, names: NamesToJudge, sink: DiagnosticSink): void {
  for (const { field, value, reason } of findNameProblems(names)) {
    const parameters = { field: fields.name(field), value }
    sink.report('project/invalid-name', parameters, { span: fields.span(field), notes: [reason] })
  }
}

function readResource(fields: FieldReader, sink: DiagnosticSink): ProjectResource {
  const kind = required(fields, 'kind', sink)
  const version = required(fields, 'version', sink)
  const plural = fields.text('plural')
  const group = fields.text('group') ?? ''
  judge(
    fields,
    { group: group === '' ? undefined : group, servedVersion: version, kind, plural },
    sink,
  )
  const domain = fields.text('domain') ?? ''
  if (domain !== '') judge(fields, { domain }, sink)
  const api = fields.mapping('api')
  return {
    group,
    domain,
    version: version ?? '',
    kind: kind ?? '',
    plural: plural ?? pluralize(kind ?? ''),
    path: fields.text('path'),
    api: api.isEmpty
      ? undefined
      : {
          crdVersion: api.word('crdVersion', ['v1']) ?? 'v1',
          namespaced: api.flag('namespaced') ?? false,
        },
    controller: fields.flag('controller') ?? false,
    controllers: fields.mappings('controllers').flatMap((each) => readController(each, sink)),
    webhooks: readWebhooks(fields.mapping('webhooks'), sink),
    external: fields.flag('external') ?? false,
    module: fields.text('module'),
    core: fields.flag('core') ?? false,
  }
}

function readController(fields: FieldReader, sink: DiagnosticSink): { readonly name: string }[] {
  const name = required(fields, 'name', sink)
  if (name === undefined) return []
  const [problem] = name === '' ? [] : findNameProblems({ controllerName: name })
  reportProblem(fields, { key: 'name', value: name, problem: problem?.reason }, sink)
  return [{ name }]
}

interface JudgedText {
  readonly key: string
  readonly value: string
  readonly problem: string | undefined
}

function reportProblem(
  fields: FieldReader,
  { key, value, problem }: JudgedText,
  sink: DiagnosticSink,
): void {
  if (problem === undefined) return
  const details = { span: fields.span(key), notes: [problem] }
  sink.report('project/invalid-name', { field: fields.name(key), value }, details)
}

/** A text of PROJECT that the rule has nothing against, or a report. */
function judged(
  fields: FieldReader,
  key: string,
  { rule, sink }: { rule: (value: string) => string | undefined; sink: DiagnosticSink },
): string | undefined {
  const value = fields.text(key)
  if (value !== undefined) reportProblem(fields, { key, value, problem: rule(value) }, sink)
  return value
}

function readWebhooks(fields: FieldReader, sink: DiagnosticSink): ProjectWebhooks | undefined {
  if (fields.isEmpty) return undefined
  return {
    webhookVersion: fields.word('webhookVersion', ['v1']) ?? 'v1',
    defaulting: fields.flag('defaulting') ?? false,
    validation: fields.flag('validation') ?? false,
    conversion: fields.flag('conversion') ?? false,
    spoke: fields.texts('spoke'),
    defaultingPath: judged(fields, 'defaultingPath', { rule: findWebhookPathProblem, sink }),
    validationPath: judged(fields, 'validationPath', { rule: findWebhookPathProblem, sink }),
  }
}

function readSettings(fields: FieldReader, sink: DiagnosticSink): ProjectSettings {
  const settings: ProjectSettings = {
    numbers: fields.word('numbers', numberMeanings),
    certificates: fields.word('certificates', certificateSources) ?? defaultSettings.certificates,
    certificateSigner: fields.text('certificateSigner'),
    metrics: fields.flag('metrics') ?? defaultSettings.metrics,
    networkPolicy: fields.flag('networkPolicy') ?? defaultSettings.networkPolicy,
    prometheus: fields.flag('prometheus') ?? defaultSettings.prometheus,
    license: fields.text('license') ?? defaultSettings.license,
    owner: fields.text('owner'),
    year: fields.count('year'),
    foreignMarkers: fields.texts('foreignMarkers'),
    kubernetes: fields.text('kubernetes'),
    leaderElectionId: judged(fields, 'leaderElectionId', {
      rule: (name) => validateDns1123Subdomain(name)[0],
      sink,
    }),
    manifests: readManifestSettings(fields.mapping('manifests')),
    generate: readGenerateSettings(fields.mapping('generate')),
    client: readClientSettings(fields.mapping('client')),
  }
  fields.expectOnly(Object.keys(settings))
  return settings
}

function readManifestSettings(fields: FieldReader): ManifestSettings {
  const settings: ManifestSettings = {
    paths: fields.texts('paths'),
    tsconfig: fields.text('tsconfig'),
    crdOutput: fields.text('crdOutput'),
    rbacOutput: fields.text('rbacOutput'),
    webhookOutput: fields.text('webhookOutput'),
    roleName: fields.text('roleName'),
    maxDescriptionLength: fields.count('maxDescriptionLength'),
    embeddedMetadata: fields.flag('embeddedMetadata') ?? false,
    headerFile: fields.text('headerFile'),
    year: fields.count('year'),
  }
  fields.expectOnly(Object.keys(settings))
  return settings
}

function readGenerateSettings(fields: FieldReader): GenerateSettings {
  const settings: GenerateSettings = {
    applyConfigurations: fields.flag('applyConfigurations') ?? false,
    validators: fields.flag('validators') ?? false,
    jsonSchemas: fields.flag('jsonSchemas') ?? false,
    reference: fields.flag('reference') ?? false,
    schemaOutput: fields.text('schemaOutput'),
    referenceOutput: fields.text('referenceOutput'),
  }
  fields.expectOnly(Object.keys(settings))
  return settings
}

function readClientSettings(fields: FieldReader): ClientSettings {
  const settings: ClientSettings = {
    group: fields.text('group'),
    version: fields.text('version'),
    output: fields.text('output'),
  }
  fields.expectOnly(Object.keys(settings))
  return settings
}
