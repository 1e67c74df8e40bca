import type {
  CustomResourceDefinition,
  WebhookClientConfig,
} from '../../apimachinery/custom-resource-definition.ts'
import { listText, stringText, wordText } from './marker-text.ts'

/** The marker that says how objects are converted between versions. */
export function conversionMarkers({ spec: { conversion } }: CustomResourceDefinition): string[] {
  if (conversion === undefined) return []
  const { strategy, webhook } = conversion
  if (strategy !== 'Webhook') return [`kops:conversion:strategy=${wordText(strategy)}`]
  const { clientConfig = {}, conversionReviewVersions = [] } = webhook ?? {}
  const settings = [
    'strategy=Webhook',
    `conversionReviewVersions=${listText(conversionReviewVersions)}`,
    ...argument('url', clientConfig.url),
    ...serviceSettings(clientConfig),
    ...argument('caBundle', clientConfig.caBundle),
  ]
  return [`kops:conversion:${settings.join(',')}`]
}

/** Written out, so that a reader need not know what is left out. */
function serviceSettings({ service }: WebhookClientConfig): string[] {
  if (service === undefined) return []
  const { name, namespace, path = '', port } = service
  return [
    ...argument('serviceName', name),
    ...argument('serviceNamespace', namespace),
    ...argument('path', path),
    ...(port === undefined ? [] : [`servicePort=${String(port)}`]),
  ]
}

function argument(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}=${stringText(value)}`]
}
