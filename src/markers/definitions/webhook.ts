import { named, row } from './row.ts'

const mutating = named('mutating', 'true for a defaulter, false for a validator', {
  type: 'boolean',
})

/** Admission webhooks. */
export const webhookDefinitions = [
  row('kubebuilder:webhook', {
    targets: ['package'],
    repeatable: true,
    doc: 'An admission webhook that the operator serves. It may stand anywhere in the sources.',
    arguments: [
      mutating,
      named('failurePolicy', 'what happens to a request while the webhook cannot be reached', {
        values: ['Fail', 'Ignore'],
        ignoreCase: true,
      }),
      named('groups', 'API groups of the requests', { type: 'strings' }),
      named('resources', 'plural names of the resources', { type: 'strings' }),
      named('verbs', 'operations', {
        type: 'strings',
        values: ['create', 'update', 'delete', 'connect', '*'],
        ignoreCase: true,
      }),
      named('versions', 'versions of the resources', { type: 'strings' }),
      named('name', 'a name of at least three labels, such as `vtunnel.my.domain`'),
      named('admissionReviewVersions', 'versions of AdmissionReview that the server reads', {
        type: 'strings',
      }),
      named('path', 'path on the webhook server; this or `url`', { optional: true }),
      named('url', 'a server outside the cluster; this or `path`', { optional: true }),
      named('matchPolicy', 'whether requests in other versions of the resource are sent too', {
        optional: true,
        values: ['Exact', 'Equivalent'],
        ignoreCase: true,
      }),
      named('sideEffects', 'whether a call changes anything beside the object', {
        optional: true,
        values: ['None', 'NoneOnDryRun'],
        ignoreCase: true,
      }),
      named('timeoutSeconds', 'how long the API server waits; 10 by default', {
        type: 'integer',
        optional: true,
        minimum: 0,
        maximum: 30,
      }),
      named('serviceName', '`webhook-service` by default', { optional: true }),
      named('serviceNamespace', '`system` by default', { optional: true }),
      named('servicePort', '443 by default', {
        type: 'integer',
        optional: true,
        minimum: 1,
        maximum: 65535,
      }),
      named('webhookVersions', 'versions of the configuration object', {
        type: 'strings',
        optional: true,
        values: ['v1'],
      }),
      named('reinvocationPolicy', 'whether a defaulter is called again after others', {
        optional: true,
        values: ['Never', 'IfNeeded'],
        ignoreCase: true,
      }),
      named('patch', 'a strategic merge patch as JSON, for selectors and match conditions', {
        optional: true,
      }),
    ],
    example:
      '+kubebuilder:webhook:path=/validate-apps-v1-tunnel,mutating=false,failurePolicy=fail,sideEffects=None,groups=apps.my.domain,resources=tunnels,verbs=create;update,versions=v1,name=vtunnel.my.domain,admissionReviewVersions=v1',
  }),
  row('kubebuilder:webhookconfiguration', {
    targets: ['package'],
    repeatable: true,
    doc: 'Names the object that holds the webhooks of one sort.',
    arguments: [mutating, named('name', 'name of the configuration object', { optional: true })],
    example: '+kubebuilder:webhookconfiguration:mutating=true,name=my-webhooks',
  }),
] as const
