import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { validateDns1035Label } from '../../apimachinery/names.ts'
import { findWebhookPathProblem, isWebhookUrl } from '../../apimachinery/webhook-address.ts'
import { isObject, textOf, within, type CrdPlace, type Path } from './crd-place.ts'
import { reportInvalid, reportMissing } from './report-field.ts'

/** What the API server asks of the way to convert between versions. */
export function checkConversion({ conversion }: JsonObject, path: Path, place: CrdPlace): void {
  if (!isObject(conversion)) return
  const { strategy, webhook } = conversion
  if (strategy !== 'Webhook') {
    const reason = 'a strategy is `None` or `Webhook`'
    const value = textOf(strategy)
    reportInvalid(place, { path: within(path, 'strategy'), value, reason })
    return
  }
  const webhookPath = within(path, 'webhook')
  if (!isObject(webhook)) {
    reportMissing(place, webhookPath)
    return
  }
  const versions = webhook['conversionReviewVersions']
  if (!Array.isArray(versions) || versions.length === 0) {
    reportMissing(place, within(webhookPath, 'conversionReviewVersions'))
  } else checkReviewVersions(versions, within(webhookPath, 'conversionReviewVersions'), place)
  checkClient(webhook['clientConfig'], within(webhookPath, 'clientConfig'), place)
}

function checkReviewVersions(versions: readonly JsonValue[], path: Path, place: CrdPlace): void {
  for (const [index, version] of versions.entries()) {
    const value = textOf(version)
    const isRepeated = versions.indexOf(version) < index
    const reasons = isRepeated ? ['duplicate version'] : validateDns1035Label(value)
    for (const reason of reasons) reportInvalid(place, { path: within(path, index), value, reason })
  }
  if (versions.includes('v1') || versions.includes('v1beta1')) return
  const value = versions.map(textOf).join(', ')
  reportInvalid(place, { path, value, reason: 'must include at least one of v1, v1beta1' })
}

function checkClient(client: JsonValue | undefined, path: Path, place: CrdPlace): void {
  if (!isObject(client)) {
    reportMissing(place, path)
    return
  }
  const { url, service } = client
  if ((url === undefined) === (service === undefined)) {
    const value = url === undefined ? 'neither of them' : 'both of them'
    reportInvalid(place, { path, value, reason: 'exactly one of url or service is required' })
  }
  if (typeof url === 'string' && !isWebhookUrl(url)) {
    const reason = 'the API server calls `https://host:port/path` alone'
    reportInvalid(place, { path: within(path, 'url'), value: url, reason })
  }
  if (!isObject(service)) return
  const reason = findWebhookPathProblem(textOf(service['path']) || '/')
  if (reason !== undefined) {
    const own = within(within(path, 'service'), 'path')
    reportInvalid(place, { path: own, value: textOf(service['path']), reason })
  }
  for (const key of ['name', 'namespace']) {
    if (!service[key]) reportMissing(place, within(within(path, 'service'), key))
  }
}
