import type { JsonObject } from '../../apimachinery/json.ts'
import { isObject, textOf } from '../../generators/import/crd-place.ts'
import type { ImportedCrd } from '../../generators/import/imported-crd.ts'
import type { CommandContext } from '../command.ts'
import { collectCrds } from './collect-crds.ts'

/** What the command line says of a kind that another project brings; what was not given is absent. */
export interface ExternalRequest {
  /** A file, a folder, a URL, or `cluster`. */
  readonly source: string
  /** In full: `cert-manager.io`. */
  readonly group?: string | undefined
  readonly version?: string | undefined
  readonly kind?: string | undefined
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
}

/** A version of a kind of another project, and the definition that says what it is. */
export interface ExternalKind {
  readonly crd: JsonObject
  readonly group: string
  readonly version: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
}

/** Reads the definition that is meant. What stands in the way is in the sink. */
export async function readExternalKind(
  { source, group, version, kind, kubeconfig, context: name }: ExternalRequest,
  context: CommandContext,
): Promise<ExternalKind | undefined> {
  const [groups, names] = [group, kind].map((each) => (each === undefined ? [] : [each]))
  const request = { from: [source], kubeconfig, context: name }
  const crds = await collectCrds({ ...request, groups: groups ?? [], names: names ?? [] }, context)
  const [first] = crds
  if (first === undefined || context.sink.hasErrors) return undefined
  if (crds.length > 1) {
    reportSeveral(crds, context)
    return undefined
  }
  return chooseVersion(first, version, context)
}

function reportSeveral(crds: readonly ImportedCrd[], { sink }: CommandContext): void {
  const shown = crds.slice(0, 4).map(({ crd }) => {
    const { group, kind } = namesOf(crd)
    return `add \`--group ${group} --kind ${kind}\``
  })
  const notes = crds.length > shown.length ? [`and ${crds.length - shown.length} more`] : []
  const count = String(crds.length)
  sink.report('args/several-crds', { count }, { helps: shown, notes })
}

function chooseVersion(
  { crd }: ImportedCrd,
  wanted: string | undefined,
  { sink }: CommandContext,
): ExternalKind | undefined {
  const { group, kind, plural, scope, versions } = namesOf(crd)
  const served = versions.filter((each) => each['served'] === true)
  const chosen = served.find((each) =>
    wanted === undefined ? each['storage'] === true : each['name'] === wanted,
  )
  const fallback = wanted === undefined ? served[0] : undefined
  const version = (chosen ?? fallback)?.['name']
  if (version === undefined) {
    const helps = served.map((each) => `use \`--version ${textOf(each['name'])}\``)
    const details = { notes: [`\`${kind}\` of \`${group}\` does not serve it`], helps }
    sink.report('args/no-such-crd', { flag: 'version', value: wanted ?? '' }, details)
    return undefined
  }
  const namespaced = scope === 'Namespaced'
  return { crd, group, version: textOf(version), kind, plural, namespaced }
}

interface CrdNames {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly scope: string
  readonly versions: readonly JsonObject[]
}

function namesOf(crd: JsonObject): CrdNames {
  const spec = isObject(crd['spec']) ? crd['spec'] : {}
  const names = isObject(spec['names']) ? spec['names'] : {}
  const versions = Array.isArray(spec['versions']) ? spec['versions'].filter(isObject) : []
  return {
    group: textOf(spec['group']),
    kind: textOf(names['kind']),
    plural: textOf(names['plural']),
    scope: textOf(spec['scope']),
    versions,
  }
}
