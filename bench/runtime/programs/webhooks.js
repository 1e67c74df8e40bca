/*
 * kops's side of `node bench/run.js webhooks`: a defaulting and a validating webhook for Widgets, as a user would write
 * them. Its twin is bench/controller-runtime/webhooks.go.
 */
import { parseArgs } from 'node:util'
import {
  duplicate,
  fieldPath,
  invalid,
  newManager,
  newWebhook,
  noCredentials,
  terminationSignal,
} from 'kops/runtime'
import { Widget } from '../widget.js'

const mostReplicas = 10

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    certs: { type: 'string', default: '' },
    http2: { type: 'boolean', default: false },
  },
})

/** @type {import('kops/runtime').Defaulter<any>} */
const defaulter = {
  default(widget) {
    widget.spec.replicas ||= 1
    widget.metadata.labels ??= {}
    widget.metadata.labels['bench.kops.dev/defaulted'] = 'true'
  },
}

/** @type {import('kops/runtime').Validator<any>} */
const validator = {
  validateCreate: (widget) => judge(widget),
  validateUpdate: (_before, widget) => judge(widget),
  validateDelete: () => undefined,
}

/** @param {any} widget */
function judge({ spec }) {
  const errors = []
  const path = fieldPath('spec')
  if (spec.replicas > mostReplicas) {
    errors.push(invalid(path.child('replicas'), spec.replicas, 'must be at most 10'))
  }
  const seen = new Set()
  for (const [index, { name }] of spec.settings.entries()) {
    if (seen.has(name)) {
      errors.push(duplicate(path.child('settings').index(index).child('name'), name))
    }
    seen.add(name)
  }
  return { errors }
}

const manager = await newManager({
  connection: {
    server: new URL('https://127.0.0.1:1'),
    tls: {},
    credentials: noCredentials,
    namespace: 'default',
    proxy: undefined,
  },
  metrics: { bindAddress: '0' },
  enableHttp2: values.http2,
  webhooks: { host: '127.0.0.1', port: Number(values.port), certPath: values.certs },
})
newWebhook(manager)
  .for(Widget)
  .withDefaulter(defaulter, { path: '/mutate' })
  .withValidator(validator, { path: '/validate' })
  .complete()
await manager.start(terminationSignal())
