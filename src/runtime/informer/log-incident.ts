import type { GroupVersionKind } from '../../apimachinery/group-version-kind.ts'
import type { LogFields, Logger } from '../log/logger.ts'
import type { QuarantinedObject } from './quarantine.ts'
import type { Incident } from './reflector-machine.ts'

type Level = 'debug' | 'info' | 'warn'

/** One message per way of going wrong; what varies stands in the fields. */
const messages: Readonly<Record<Incident['reason'], readonly [Level, string]>> = {
  ended: ['debug', 'watch ended; it is resumed'],
  short: ['info', 'watch ended as soon as it began'],
  silent: ['warn', 'Streaming list makes no progress: listing in pages from now on'],
  behind: ['warn', 'server is behind what was seen before: listing anew'],
  expired: ['info', 'resourceVersion expired: listing anew'],
  'too-large': ['info', 'server has not come as far as the resourceVersion: listing anew'],
  missing: ['info', 'API server answered 404: asking discovery for the kind'],
  unlisted: ['warn', 'API server does not serve the kind; is its CRD installed?'],
  gone: ['warn', 'API server no longer serves the kind: its objects are dropped from the cache'],
  busy: ['info', 'server has no time'],
  unreachable: ['info', 'server cannot be reached'],
  refused: ['warn', 'server refuses to list or watch; are the RBAC rules in place?'],
  internal: ['warn', 'server failed'],
  unsupported: ['info', 'server does not understand the request'],
  broken: ['info', 'watch broke off'],
}

export function logIncident(log: Logger, gvk: GroupVersionKind, incident: Incident): void {
  const { reason, effect, error, delayMs, isRepeated = false } = incident
  const [level, message] = messages[reason]
  const { group, version, kind } = gvk
  const fields: LogFields = {
    group,
    version,
    kind,
    effect,
    delayMs,
    ...(error === undefined ? {} : { error: error instanceof Error ? error.message : error }),
  }
  log[isRepeated ? 'debug' : level](message, fields)
}

export function logMalformed(
  log: Logger,
  { kind }: GroupVersionKind,
  { key, error }: QuarantinedObject,
): void {
  log.error('object cannot be used; it is left out until it changes', { kind, key, error })
}
