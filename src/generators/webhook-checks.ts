import { findWebhookPathProblem, isWebhookUrl } from '../apimachinery/webhook-address.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { isSet, textValue, valueSpan } from './marker-values.ts'

const dnsSubdomain = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/

/** What the API server would refuse in one webhook; single words and numbers are judged with the marker's own table. */
export function checkWebhookMarker(marker: Marker, sink: DiagnosticSink): void {
  checkName(marker, sink)
  checkAddress(marker, sink)
  checkPolicies(marker, sink)
}

function checkName(marker: Marker, sink: DiagnosticSink): void {
  const name = textValue(marker, 'name') ?? ''
  const isQualified = name.split('.').length >= 3
  if (isQualified && dnsSubdomain.test(name) && name.length <= 253) return
  sink.report(
    'webhook/invalid-name',
    { name },
    {
      span: valueSpan(marker, 'name'),
      notes: ['a webhook has a domain name of at least three labels, in lower case'],
      helps: isQualified ? [] : [`\`name=${name.toLowerCase() || 'validate'}.my.domain\``],
    },
  )
}

function checkAddress(marker: Marker, sink: DiagnosticSink): void {
  const path = textValue(marker, 'path')
  const url = textValue(marker, 'url')
  if (Boolean(path) === Boolean(url)) {
    sink.report(
      'webhook/path-or-url',
      {},
      {
        span: url ? valueSpan(marker, 'url') : marker.span,
        notes: ['`path` is a path on the operator’s own webhook server, `url` another server'],
        helps: [url ? 'keep one of the two' : 'add `path=/validate-…`'],
      },
    )
  } else if (url) checkUrl(url, marker, sink)
  else if (path) checkPath(path, marker, sink)
}

function checkPath(path: string, marker: Marker, sink: DiagnosticSink): void {
  const problem = findWebhookPathProblem(path)
  if (problem === undefined) return
  const right = `/${path}`.replace(/\/{2,}/g, '/').toLowerCase()
  sink.report(
    'webhook/invalid-path',
    { path },
    {
      span: valueSpan(marker, 'path'),
      notes: [problem],
      helps: findWebhookPathProblem(right) === undefined ? [`\`path=${right}\``] : [],
    },
  )
}

function checkUrl(url: string, marker: Marker, sink: DiagnosticSink): void {
  if (isWebhookUrl(url)) return
  sink.report(
    'webhook/invalid-url',
    { url },
    {
      span: valueSpan(marker, 'url'),
      notes: ['the API server calls `https://host:port/path`, without user, query and fragment'],
      helps: ['quote it: `url="https://webhook.my.domain:9443/validate"`'],
    },
  )
}

function checkPolicies(marker: Marker, sink: DiagnosticSink): void {
  if (!textValue(marker, 'sideEffects')) {
    sink.report(
      'webhook/no-side-effects',
      {},
      { span: marker.span, helps: ['add `sideEffects=None` where a call changes nothing else'] },
    )
  }
  if (textValue(marker, 'reinvocationPolicy') && !isSet(marker, 'mutating')) {
    sink.report(
      'webhook/not-mutating',
      {},
      {
        span: valueSpan(marker, 'reinvocationPolicy'),
        notes: ['only a mutating webhook can be called again after others have changed the object'],
        helps: ['remove `reinvocationPolicy`'],
      },
    )
  }
}
