import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
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
  }
  checkClient(webhook['clientConfig'], within(webhookPath, 'clientConfig'), place)
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
  if (!isObject(service)) return
  for (const key of ['name', 'namespace']) {
    if (!service[key]) reportMissing(place, within(within(path, 'service'), key))
  }
}
