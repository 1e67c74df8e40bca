import { nearestNames } from '../diagnostics/nearest-names.ts'
import { findHub, withWebhooks } from '../project/project-webhooks.ts'
import { withResource, type Project, type ProjectResource } from '../project/project.ts'
import type { ApiRequest } from './api-request.ts'
import type { CommandContext } from './command.ts'
import { settleConversion } from './conversion-checks.ts'
import { copyVersion, reportInvalidFrom, type CopiedVersion } from './copy-version.ts'
import { reportContradictions } from './report-contradictions.ts'
import { findStorageVersion } from './storage-version.ts'
import { ownVersions } from './webhook-request.ts'

/** A version of a kind in the project that it has been added to. */
interface AddedVersion {
  readonly project: Project
  readonly resource: ProjectResource
}

/**
 * The project in which the version is converted, where that is asked for, or where its kind is converted already: all
 * versions of it are then. Reports what stands in the way; undefined then.
 */
export function addConversion(
  { conversion, from }: ApiRequest,
  { project, resource }: AddedVersion,
  context: CommandContext,
): Project | undefined {
  const hub = findHub(project, resource)
  const recorded = hub !== undefined
  const claims = conversion === false ? [{ flag: 'conversion', value: conversion, recorded }] : []
  if (reportContradictions(claims, context.sink)) return undefined
  const isWanted = conversion ?? (recorded || from !== undefined)
  if (!isWanted || (resource.api === undefined && conversion !== true)) return project
  const chosen = hub ?? chooseHub({ project, resource }, from, context.root)
  const spoke = settleConversion({ hub: chosen, spokes: [], project }, context)
  return spoke && withResource(project, withWebhooks(chosen, { conversion: true, spoke }))
}

/** The version that objects are stored in: what is stored then needs one step to any version. */
function chooseHub(
  { project, resource }: AddedVersion,
  from: string | undefined,
  root: string,
): ProjectResource {
  const versions = ownVersions(resource, project)
  const start = versions.find(({ version }) => version === from)
  return findStorageVersion(versions, root) ?? start ?? resource
}

/** What the version starts as; `null` where it starts as a first version does. Undefined where that cannot be. */
export function readStart(
  { from, wantsResource }: ApiRequest,
  { project, resource }: AddedVersion,
  { root, sink }: CommandContext,
): CopiedVersion | null | undefined {
  if (from === undefined) return null
  const { kind, version } = resource
  const versions = ownVersions(resource, project).filter((each) => each.version !== version)
  const start = versions.find((each) => each.version === from)
  if (start !== undefined && wantsResource) {
    return copyVersion({ from: start, to: resource, project }, root, sink)
  }
  const names = versions.map((each) => each.version)
  const nearest = nearestNames(from, names).map((each) => `did you mean \`--from ${each}\`?`)
  const note = !wantsResource
    ? '`--resource=false` makes no type that could be copied'
    : names.length === 0
      ? `\`${kind}\` has no version yet that could be copied`
      : from === version
        ? 'it is the version that is to be made'
        : `its versions are ${names.map((each) => `\`${each}\``).join(', ')}`
  const helps = nearest.length > 0 ? nearest : ['leave `--from` out']
  reportInvalidFrom({ kind, version: from }, [note], { sink, helps })
  return undefined
}
