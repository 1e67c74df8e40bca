import { renderLabelSelector } from '../../apimachinery/label-selector.ts'
import type { LabelSelector } from '../../apimachinery/object-meta.ts'
import type { ApplyOptions, DeleteOptions, ListOptions, WatchOptions } from './client.ts'

type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** `?a=b`, or nothing. */
export function renderQuery(query: Query): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`
}

export function listQuery(options: ListOptions): string {
  return renderQuery({
    ...selection(options),
    limit: options.limit,
    continue: options.continue,
  })
}

export function watchQuery(options: WatchOptions): string {
  return renderQuery({
    watch: true,
    allowWatchBookmarks: true,
    ...selection(options),
    sendInitialEvents: options.sendInitialEvents,
    timeoutSeconds: options.timeoutSeconds,
  })
}

export function writeQuery(options: ApplyOptions, fieldManager: string): string {
  return renderQuery({
    dryRun: options.dryRun ? 'All' : undefined,
    fieldManager: options.fieldManager ?? fieldManager,
    fieldValidation: options.fieldValidation,
    force: options.force,
  })
}

/** What a DELETE request carries. */
export function deleteBody(options: DeleteOptions): object {
  return {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    gracePeriodSeconds: options.gracePeriodSeconds,
    propagationPolicy: options.propagationPolicy,
    preconditions: options.preconditions,
    ...(options.dryRun ? { dryRun: ['All'] } : {}),
  }
}

function selection(options: WatchOptions): Query {
  return {
    labelSelector: renderLabels(options.labelSelector),
    fieldSelector: renderFields(options.fieldSelector),
    resourceVersion: options.resourceVersion,
    resourceVersionMatch: options.resourceVersionMatch,
  }
}

function renderLabels(selector: ListOptions['labelSelector']): string | undefined {
  if (selector === undefined || typeof selector === 'string') return selector
  return renderLabelSelector(isLabelSelector(selector) ? selector : { matchLabels: selector })
}

/** A map of labels holds texts alone. */
export function isLabelSelector(
  selector: LabelSelector | Readonly<Record<string, string>>,
): selector is LabelSelector {
  return Object.values(selector).some((each) => typeof each === 'object')
}

/** Values may hold what separates terms; field selectors know a backslash for that. */
function renderFields(selector: ListOptions['fieldSelector']): string | undefined {
  if (selector === undefined || typeof selector === 'string') return selector
  return Object.entries(selector)
    .map(([name, value]) => `${name}=${value.replace(/[\\,=]/g, String.raw`\$&`)}`)
    .join(',')
}
