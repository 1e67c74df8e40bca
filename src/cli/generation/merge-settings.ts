import { posix } from 'node:path'
import type { Project } from '../../project/project.ts'
import type { GenerationFlags } from './flags.ts'

type Output = 'crdOutput' | 'rbacOutput' | 'webhookOutput'

/** Every setting of a run, with defaults filled in. Outputs are folders without a final slash, the root itself empty. */
export type Settings = GenerationFlags & Required<{ [Name in Output | 'roleName']: string }>

const defaults = {
  crdOutput: 'config/crd/bases',
  rbacOutput: 'config/rbac',
  webhookOutput: 'config/webhook',
  roleName: 'manager-role',
}

/** The command line goes before PROJECT, and PROJECT before what kops does by itself. */
export function mergeSettings(flags: GenerationFlags, project: Project | null): Settings {
  const { manifests: kept, year } = project?.settings ?? {}
  const keptPaths = kept?.paths.length === 0 ? undefined : kept?.paths
  const merged = {
    ...defaults,
    ...withoutAbsent({ year }),
    ...withoutAbsent({ ...kept, paths: keptPaths }),
    ...withoutAbsent(flags),
  }
  return {
    ...merged,
    crdOutput: normalize(merged.crdOutput),
    rbacOutput: normalize(merged.rbacOutput),
    webhookOutput: normalize(merged.webhookOutput),
  }
}

type Present<Values> = { [Name in keyof Values]?: Exclude<Values[Name], undefined> }

function withoutAbsent<Values extends object>(values: Values): Present<Values> {
  const present = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(present) as Present<Values>
}

/** `./config/` and `config` are one folder. */
function normalize(path: string): string {
  const normal = posix.normalize(path).replace(/\/$/, '')
  return normal === '.' ? '' : normal
}
