import { named, row } from './row.ts'

const mutating = named('mutating', 'true for a defaulter, false for a validator', {
  type: 'boolean',
})

const groups = named('groups', 'API groups of the requests; `core` for that of Pods', {
  type: 'strings',
})
const resources = named('resources', 'plural names of the resources', { type: 'strings' })
const versions = named('versions', 'versions of the resources', { type: 'strings' })
const verbs = named('verbs', 'operations', {
  type: 'strings',
  values: ['create', 'update', 'delete', 'connect', '*'],
  ignoreCase: true,
})
const scope = named('scope', 'whether objects in namespaces, objects outside or all are meant', {
  optional: true,
  values: ['*', 'Cluster', 'Namespaced'],
  isOwn: true,
})
const webhook = named('webhook', 'name of the webhook that it belongs to')

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
      groups,
      resources,
      verbs,
      versions,
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
      scope,
      named('namespaceSelector', 'labels of the namespaces whose requests are sent; `""` for all', {
        optional: true,
        isOwn: true,
      }),
      named('objectSelector', 'labels of the objects that are sent: `app notin (shop)`', {
        optional: true,
        isOwn: true,
      }),
      named('patch', 'a merge patch of the webhook as JSON, applied last', {
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
    arguments: [
      mutating,
      named('name', 'name of the configuration object', { optional: true }),
      named('annotations', 'annotations of the object, each `key=value`', {
        type: 'strings',
        optional: true,
        isOwn: true,
      }),
      named('labels', 'labels of the object, each `key=value`', {
        type: 'strings',
        optional: true,
        isOwn: true,
      }),
    ],
    example: '+kubebuilder:webhookconfiguration:mutating=true,name=my-webhooks',
  }),
  row('kops:webhook:rule', {
    targets: ['package'],
    repeatable: true,
    doc: 'A further rule of a webhook: requests that it is called for beside those of its own marker.',
    arguments: [webhook, groups, resources, verbs, versions, scope],
    example:
      '+kops:webhook:rule:webhook=vworkload.my.domain,groups=apps,resources=deployments,verbs=create,versions=v1',
  }),
  row('kops:webhook:matchCondition', {
    targets: ['package'],
    repeatable: true,
    doc: 'A condition on the request, in CEL: the webhook is called where all of its conditions are true.',
    arguments: [
      webhook,
      named('name', 'a name that is unique among the conditions of the webhook'),
      named('expression', 'CEL over `object`, `oldObject`, `request` and `authorizer`'),
    ],
    example:
      '+kops:webhook:matchCondition:webhook=vtunnel.my.domain,name=not-the-nodes,expression=`!("system:nodes" in request.userInfo.groups)`',
  }),
] as const
