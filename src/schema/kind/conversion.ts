import type {
  CustomResourceConversion,
  WebhookClientConfig,
} from '../../apimachinery/custom-resource-definition.ts'
import { findWebhookPathProblem, isWebhookUrl } from '../../apimachinery/webhook-address.ts'
import type { Marker } from '../../markers/marker.ts'
import { numberOf, textOf, textsOf, valueSpan } from '../effects/draft.ts'
import type { KindEffect } from './kind-draft.ts'

/** How objects of the kind are converted, `spec.conversion` of the CustomResourceDefinition. */
export const conversion: KindEffect = (marker, draft) => {
  const problem = findProblem(marker)
  if (problem === undefined) {
    draft.conversion = buildConversion(marker)
    draft.conversionSpan = marker.span
    return
  }
  draft.context.sink.report(
    'schema/invalid-conversion',
    { kind: draft.kind },
    {
      span: valueSpan(marker, problem.argument),
      notes: [problem.reason],
      helps: [`for example ${marker.definition.example}`],
    },
  )
}

const serviceArguments = ['path', 'serviceName', 'serviceNamespace', 'servicePort'] as const

interface Problem {
  readonly argument: string
  readonly reason: string
}

function findProblem(marker: Marker): Problem | undefined {
  const isGiven = (name: string): boolean => marker.values[name] !== undefined
  if (textOf(marker, 'strategy') === 'None') {
    const argument = Object.keys(marker.values).find((name) => name !== 'strategy')
    return argument === undefined ? undefined : { argument, reason: 'strategy `None` calls nobody' }
  }
  const inService = serviceArguments.find(isGiven)
  if (isGiven('url') && inService !== undefined) {
    return { argument: inService, reason: 'a webhook has either a URL or a service' }
  }
  const url = textOf(marker, 'url')
  if (url !== undefined && !isWebhookUrl(url)) {
    return { argument: 'url', reason: 'the API server calls `https://host:port/path` alone' }
  }
  const path = textOf(marker, 'path') || '/'
  const wrongPath = findWebhookPathProblem(path)
  if (wrongPath !== undefined) return { argument: 'path', reason: `of \`${path}\`: ${wrongPath}` }
  return findProblemOfReview(marker)
}

function findProblemOfReview(marker: Marker): Problem | undefined {
  const versions = textsOf(marker, 'conversionReviewVersions')
  const argument = 'conversionReviewVersions'
  if (
    marker.values[argument] !== undefined &&
    !versions.some((each) => /^v1(?:beta1)?$/.test(each))
  ) {
    return { argument, reason: 'the API server speaks `v1` and `v1beta1`' }
  }
  const caBundle = textOf(marker, 'caBundle') ?? ''
  if (/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(caBundle)) {
    return undefined
  }
  return { argument: 'caBundle', reason: 'it is not in base64' }
}

function buildConversion(marker: Marker): CustomResourceConversion {
  if (textOf(marker, 'strategy') === 'None') return { strategy: 'None' }
  const versions = textsOf(marker, 'conversionReviewVersions')
  const caBundle = textOf(marker, 'caBundle')
  return {
    strategy: 'Webhook',
    webhook: {
      clientConfig: { ...(caBundle && { caBundle }), ...buildAddress(marker) },
      conversionReviewVersions: versions.length === 0 ? ['v1'] : [...versions],
    },
  }
}

function buildAddress(marker: Marker): WebhookClientConfig {
  const url = textOf(marker, 'url')
  if (url !== undefined) return { url }
  const path = textOf(marker, 'path') ?? '/convert'
  const port = numberOf(marker, 'servicePort')
  return {
    service: {
      name: textOf(marker, 'serviceName') || 'webhook-service',
      namespace: textOf(marker, 'serviceNamespace') || 'system',
      ...(path !== '' && { path }),
      ...(port !== undefined && { port: Number(port) }),
    },
  }
}
