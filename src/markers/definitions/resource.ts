import { named, row, value } from './row.ts'

/** Markers of a kind that change the CRD around the schema. */
export const resourceDefinitions = [
  row('kubebuilder:resource', {
    targets: ['type'],
    doc: 'Names and scope of the resource. What is left out keeps its default.',
    arguments: [
      named('path', 'the plural name, used in URLs', { optional: true }),
      named('singular', 'the singular name; the kind in lower case by default', { optional: true }),
      named('shortName', 'short names for kubectl', { type: 'strings', optional: true }),
      named('categories', 'groups that `kubectl get` knows it by, such as `all`', {
        type: 'strings',
        optional: true,
      }),
      named('scope', 'whether objects live in a namespace; `Namespaced` by default', {
        optional: true,
        values: ['Namespaced', 'Cluster'],
      }),
    ],
    example: '+kubebuilder:resource:scope=Cluster,shortName=tun;tn,categories=all',
  }),
  row('kubebuilder:storageversion', {
    targets: ['type'],
    doc: 'Objects are stored in this version. Exactly one version of a kind carries it.',
  }),
  row('kubebuilder:unservedversion', {
    targets: ['type'],
    doc: 'The API server knows this version but does not serve it.',
  }),
  row('kubebuilder:deprecatedversion', {
    targets: ['type'],
    doc: 'Clients that use this version get a warning.',
    arguments: [
      named('warning', 'the text of the warning; Kubernetes writes one by default', {
        optional: true,
      }),
    ],
    example: '+kubebuilder:deprecatedversion:warning="use apps.my.domain/v2"',
    tag: 'deprecated',
  }),
  row('kubebuilder:skipversion', {
    targets: ['type'],
    doc: 'Leaves this version out of the CRD.',
  }),
  row('kubebuilder:subresource:status', {
    targets: ['type'],
    doc: 'Serves `/status`: writes to the object leave `status` alone, writes to `/status` change it alone.',
  }),
  row('kubebuilder:subresource:scale', {
    targets: ['type'],
    doc: 'Serves `/scale`, so that `kubectl scale` and the HorizontalPodAutoscaler work.',
    arguments: [
      named('specpath', 'path of the wanted number of replicas'),
      named('statuspath', 'path of the observed number of replicas'),
      named('selectorpath', 'path of the label selector as a string, which an autoscaler needs', {
        optional: true,
      }),
    ],
    example:
      '+kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector',
  }),
  row('kubebuilder:printcolumn', {
    targets: ['type'],
    repeatable: true,
    doc: 'A column of `kubectl get`, in the order of the markers.',
    arguments: [
      named('name', 'the heading'),
      named('type', 'how the value is shown', {
        values: ['integer', 'number', 'string', 'boolean', 'date'],
      }),
      named('JSONPath', 'path of the value in the object'),
      named('description', 'what the column shows', { optional: true }),
      named('format', 'a format of the type, such as `int32`', { optional: true }),
      named('priority', '0 for always, higher for `-o wide` only', {
        type: 'integer',
        optional: true,
      }),
    ],
    example: '+kubebuilder:printcolumn:name="Ready",type=integer,JSONPath=`.status.readyReplicas`',
  }),
  row('kubebuilder:selectablefield', {
    targets: ['type'],
    repeatable: true,
    doc: 'A field that `--field-selector` may name.',
    arguments: [named('JSONPath', 'path of a string, boolean or integer')],
    example: '+kubebuilder:selectablefield:JSONPath=.spec.color',
  }),
  row('kubebuilder:metadata', {
    targets: ['type'],
    repeatable: true,
    doc: 'Annotations and labels of the CRD object itself.',
    arguments: [
      named('annotations', 'items of the form `key=value`', { type: 'strings', optional: true }),
      named('labels', 'items of the form `key=value`', { type: 'strings', optional: true }),
    ],
    example: '+kubebuilder:metadata:annotations="team=storage",labels="tier=core"',
  }),
  row('kubebuilder:title', {
    targets: ['type', 'field'],
    doc: 'The `title` of the schema. A field has its own before that of its type.',
    arguments: value('string', 'a short text'),
    example: '+kubebuilder:title="Number of pods"',
    tag: 'title',
  }),
  row('kops:maxDescriptionLength', {
    targets: ['type', 'field'],
    doc: "Cuts the descriptions of the type below to this many characters; 0 drops them. The field keeps its own. Keeps a CRD that embeds Kubernetes' own types small.",
    arguments: value('integer', 'a number of characters', { minimum: 0 }),
    example: '+kops:maxDescriptionLength=0',
  }),
  row('kubebuilder:example', {
    targets: ['field'],
    doc: 'An example value, for readers of the schema.',
    arguments: value('any', 'a value of the type of the field'),
    example: '+kubebuilder:example="10.0.0.1"',
    tag: 'example',
  }),
  row('kubebuilder:externalDocs', {
    targets: ['type', 'field'],
    doc: 'Where more can be read.',
    arguments: [
      named('url', 'an absolute URL'),
      named('description', 'what is to be read there', { optional: true }),
    ],
    example: '+kubebuilder:externalDocs:url="https://my.domain/docs",description="the guide"',
  }),
  row('kops:conversion', {
    targets: ['type'],
    doc: 'How the API server converts objects between versions. In a project, PROJECT says so by itself. On one version of the kind.',
    arguments: [
      named('strategy', '`Webhook` by default; `None` changes `apiVersion` alone', {
        optional: true,
        values: ['Webhook', 'None'],
      }),
      named('conversionReviewVersions', 'versions of ConversionReview; `v1` by default', {
        type: 'strings',
        optional: true,
      }),
      named('url', 'a server outside the cluster, in place of the service', { optional: true }),
      named('path', 'path at the service; `/convert` by default, `""` for none', {
        optional: true,
      }),
      named('serviceName', '`webhook-service` by default', { optional: true }),
      named('serviceNamespace', '`system` by default', { optional: true }),
      named('servicePort', '443 by default', {
        type: 'integer',
        optional: true,
        minimum: 1,
        maximum: 65535,
      }),
      named('caBundle', 'certificates that the server is known by, PEM in base64', {
        optional: true,
      }),
    ],
    example: '+kops:conversion:serviceName=converter,serviceNamespace=infra',
  }),
] as const
