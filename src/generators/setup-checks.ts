import { posix } from 'node:path'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import { webhooksFolder } from '../project/project-webhooks.ts'
import { controllersFolder } from '../project/project.ts'
import type { SourceFileModel } from '../typemodel/model.ts'
import type { Registered, RegisteredSetup } from './registration.ts'
import type { Sources } from './sources.ts'

/**
 * PROJECT and the files that it registers have to agree: a controller or a webhook that nothing sets up, and an entry
 * without its file, would both go unnoticed until the manager runs without them.
 */
export function checkSetups(
  registered: Registered,
  { files }: Sources,
  sink: DiagnosticSink,
): void {
  // The sources of the program itself were left out of this run.
  if (files.some(({ path }) => path.startsWith('src/'))) {
    checkFolder(registered.controllers, { sort: controllerSort, files, sink })
    checkFolder(registered.webhooks, { sort: webhookSort, files, sink })
  }
  checkConversions(registered, files, sink)
}

/** What is set up, where it stands, and how its disagreements are told. */
interface SetupSort {
  readonly folder: string
  readonly reportMissing: (
    setup: RegisteredSetup,
    helps: readonly string[],
    sink: DiagnosticSink,
  ) => void
  readonly reportUnlisted: (path: string, span: SourceSpan, sink: DiagnosticSink) => void
}

const otherName = 'call it another name than `setup` where `src/main.ts` sets it up by itself'

const controllerSort: SetupSort = {
  folder: controllersFolder,
  reportMissing: ({ id, path }, helps, sink) =>
    sink.report('project/missing-controller', { controller: id, path }, { helps }),
  reportUnlisted: (path, span, sink) => {
    const name = posix.basename(path, '.ts')
    const create = `run \`kops create api --resource=false --controller-name ${name} …\` with the group, version and kind that it is for`
    sink.report('project/unlisted-controller', { path }, { span, helps: [create, otherName] })
  },
}

const webhookSort: SetupSort = {
  folder: webhooksFolder,
  reportMissing: ({ id, path }, helps, sink) =>
    sink.report('project/missing-webhook', { webhook: id, path }, { helps }),
  reportUnlisted: (path, span, sink) => {
    const flag = path.endsWith('.defaulter.ts') ? 'defaulting' : 'programmatic-validation'
    const create = `run \`kops create webhook --${flag} …\` with the group, version and kind that it is for`
    sink.report('project/unlisted-webhook', { path }, { span, helps: [create, otherName] })
  },
}

interface CheckedFolder {
  readonly sort: SetupSort
  readonly files: Sources['files']
  readonly sink: DiagnosticSink
}

function checkFolder(
  expected: readonly RegisteredSetup[],
  { sort, files, sink }: CheckedFolder,
): void {
  const setups = new Map(
    files
      .filter(({ path }) => path.startsWith(`${sort.folder}/`))
      .flatMap((file) => {
        const span = findExport(file, 'setup')
        return span === undefined ? [] : [[file.path, span]]
      }),
  )
  for (const setup of expected) {
    if (setups.has(setup.path)) continue
    const isThere = files.some((file) => file.path === setup.path)
    const helps = isThere
      ? [`export \`function setup(manager: Manager, dependencies: Dependencies): void\` from it`]
      : [`write the file, or take \`${setup.id}\` out of PROJECT`]
    sort.reportMissing(setup, helps, sink)
  }
  const listed = new Set(expected.map(({ path }) => path))
  for (const [path, span] of setups) {
    if (!listed.has(path)) sort.reportUnlisted(path, span, sink)
  }
}

const conversionFunctions = ['convertTo', 'convertFrom'] as const

/** Each spoke has a file with both directions, and no other version has one. */
function checkConversions(
  { conversions, resources }: Registered,
  files: Sources['files'],
  sink: DiagnosticSink,
): void {
  const spokes = conversions.flatMap((each) => each.spokes)
  for (const { resource, path } of spokes) {
    // The types of this version were left out of this run.
    if (!files.some((file) => file.path.startsWith(`${resource.path}/`))) continue
    const file = files.find((each) => each.path === path)
    const missing = conversionFunctions.find((name) => !file || !findExport(file, name))
    if (missing === undefined) continue
    const { group, version, kind } = resource
    const again = `run \`kops create webhook --conversion\` for \`${kind}\` again to have it drafted`
    const helps = [file ? `export \`function ${missing}\` from it` : again]
    sink.report(
      'project/missing-conversion',
      { kind: `${group}/${version} ${kind}`, path, name: missing },
      { helps },
    )
  }
  const listed = new Set(spokes.map(({ path }) => path))
  const folders = new Set(resources.map(({ path }) => path))
  for (const file of files.filter(({ path }) => path.endsWith('.conversion.ts'))) {
    const span = findExport(file, 'convertTo')
    if (span === undefined || listed.has(file.path)) continue
    if (!folders.has(posix.dirname(file.path))) continue
    const helps = ['run `kops create webhook --conversion --spoke …` for it, or delete the file']
    sink.report('project/unlisted-conversion', { path: file.path }, { span, helps })
  }
}

/** The place of an exported name. */
function findExport(
  { path, text, comments }: SourceFileModel,
  name: string,
): SourceSpan | undefined {
  const pattern = new RegExp(
    `^export (?:async )?(?:function |const |let )?(?:\\{[^}]*\\b)?(${name})\\b`,
    'gm',
  )
  for (const match of text.matchAll(pattern)) {
    const start = match.index + match[0].length - name.length
    if (comments.some(({ span }) => span.start <= start && start < span.end)) continue
    return { path, start, end: start + name.length }
  }
  return undefined
}
