import { posix } from 'node:path'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import { validateRoleName } from '../../generators/rbac-checks.ts'
import { findPathProblem } from '../../project/path-rules.ts'
import type { Project } from '../../project/project.ts'
import type { GenerationFlags } from './flags.ts'

type Output =
  'crdOutput' | 'rbacOutput' | 'webhookOutput' | 'output' | 'schemaOutput' | 'referenceOutput'

/** Every setting of a run, with defaults filled in. Outputs are folders without a final slash, the root itself empty. */
export type Settings = GenerationFlags & Required<{ [Name in Output | 'roleName']: string }>

const defaults = {
  crdOutput: 'config/crd/bases',
  rbacOutput: 'config/rbac',
  webhookOutput: 'config/webhook',
  output: 'pkg/client',
  schemaOutput: 'config/schemas',
  referenceOutput: 'docs/api',
  roleName: 'manager-role',
}

/** The command line goes before PROJECT, and PROJECT before what kops does by itself. */
export function mergeSettings(
  flags: GenerationFlags,
  project: Project | null,
  sink: DiagnosticSink,
): Settings {
  const { manifests: kept, generate, client, year } = project?.settings ?? {}
  const keptPaths = kept?.paths.length === 0 ? undefined : kept?.paths
  const merged = {
    ...defaults,
    ...withoutAbsent({ year }),
    ...withoutAbsent({ ...kept, paths: keptPaths }),
    ...withoutAbsent({ ...generate }),
    ...withoutAbsent({ ...client }),
    ...withoutAbsent(flags),
  }
  if (!validateRoleName(merged.roleName)) {
    const details = { notes: ['a role has a name without `/` and `%`'] }
    sink.report('rbac/invalid-name', { what: 'role', name: merged.roleName }, details)
  }
  return {
    ...merged,
    headerFile: toHeaderFile(merged.headerFile, sink),
    crdOutput: toFolder('crdOutput', merged.crdOutput, sink),
    rbacOutput: toFolder('rbacOutput', merged.rbacOutput, sink),
    webhookOutput: toFolder('webhookOutput', merged.webhookOutput, sink),
    output: toFolder('output', merged.output, sink),
    schemaOutput: toFolder('schemaOutput', merged.schemaOutput, sink),
    referenceOutput: toFolder('referenceOutput', merged.referenceOutput, sink),
  }
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

function withoutAbsent<Values extends object>(values: Values): Present<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as Present<Values>
}

/** The text goes into files of the project, which may be published: it comes from the project. */
function toHeaderFile(value: string | undefined, sink: DiagnosticSink): string | undefined {
  if (value === undefined || findPathProblem(posix.normalize(value)) === undefined) return value
  const helps = ['`headerFile: hack/boilerplate.txt`']
  sink.report('project/outside-root', { setting: 'headerFile', value }, { helps })
  return undefined
}

/** `./config/` and `config` are one folder. Options were held against the root when they were read. */
function toFolder(setting: Output, value: string, sink: DiagnosticSink): string {
  const normal = posix.normalize(value).replace(/\/$/, '')
  if (posix.isAbsolute(normal) || /^\.\.(?:\/|$)|\\/.test(normal)) {
    const helps = [`\`${setting}: ${defaults[setting]}\``]
    sink.report('project/outside-root', { setting, value }, { helps })
    return defaults[setting]
  }
  const problem = normal === '.' ? undefined : findPathProblem(normal)
  if (problem === undefined) return normal === '.' ? '' : normal
  sink.report('project/unsafe-path', { path: normal }, { notes: [`\`${setting}\`: ${problem}`] })
  return defaults[setting]
}
