import type { CodeDefinition } from '../code-definition.ts'

const complete: Readonly<Record<string, string>> = {
  path: '/validate-apps-v1-tunnel',
  mutating: 'false',
  failurePolicy: 'fail',
  sideEffects: 'None',
  groups: 'apps.my.domain',
  resources: 'tunnels',
  verbs: 'create;update',
  versions: 'v1',
  name: 'vtunnel.my.domain',
  admissionReviewVersions: 'v1',
}

/** A marker that is right but for what is given; `undefined` leaves an argument out. */
function line(changes: Readonly<Record<string, string | undefined>>): string {
  const values = Object.entries({ ...complete, ...changes })
  const written = values.flatMap(([name, value]) => (value === undefined ? [] : `${name}=${value}`))
  return `// +kubebuilder:webhook:${written.join(',')}\n`
}

function example(...lines: readonly string[]): CodeDefinition['example'] {
  return { files: { 'src/webhook.ts': `${lines.join('')}export {}\n` } }
}

/** Mistakes in `+kubebuilder:webhook` and `+kubebuilder:webhookconfiguration` markers. */
export const webhookCodes = {
  'webhook/invalid-name': {
    severity: 'error',
    message: '`{name}` cannot be the name of a webhook',
    why: 'Kubernetes wants a domain name of at least three labels, so that webhooks of different owners differ',
    remedy: 'give the webhook a name such as `vtunnel.my.domain`',
    example: example(line({ name: 'tunnel' })),
  },
  'webhook/repeated-name': {
    severity: 'error',
    message: 'two webhooks have the name `{name}`',
    why: 'the API server refuses a configuration that holds one name twice',
    remedy: 'give each webhook a name of its own',
    example: example(line({}), line({ path: '/validate-apps-v2-tunnel' })),
  },
  'webhook/repeated-configuration': {
    severity: 'error',
    message: 'the {kind} is named twice',
    why: 'kops writes one object of the kind, which has one name',
    remedy: 'keep one of the `webhookconfiguration` markers',
    example: example(
      '// +kubebuilder:webhookconfiguration:mutating=true,name=one\n',
      '// +kubebuilder:webhookconfiguration:mutating=true,name=two\n',
    ),
  },
  'webhook/path-or-url': {
    severity: 'error',
    message: 'a webhook has either a `path` or a `url`',
    why: 'the API server calls a path of a service in the cluster or a URL, never both and never neither',
    remedy: 'give the path for a webhook that the operator serves, the URL for any other',
    example: example(line({ path: undefined })),
  },
  'webhook/invalid-path': {
    severity: 'error',
    message: 'the path `{path}` does not begin with `/`',
    why: 'the path is appended to the address of the service as it is',
    remedy: 'begin the path with `/`',
    example: example(line({ path: 'validate' })),
  },
  'webhook/invalid-url': {
    severity: 'error',
    message: '`{url}` is no URL that the API server would call',
    why: 'a webhook is called over HTTPS, and its URL may hold neither user nor query nor fragment',
    remedy: 'give a URL of the form `https://host:port/path`',
    example: example(line({ path: undefined, url: '"http://webhook.my.domain"' })),
  },
  'webhook/no-side-effects': {
    severity: 'error',
    message: 'the webhook does not say whether it has side effects',
    why: 'Kubernetes requires `sideEffects` to know whether a dry run may call the webhook',
    remedy: 'add `sideEffects=None`, or `NoneOnDryRun` where it honours `dryRun`',
    example: example(line({ sideEffects: undefined })),
  },
  'webhook/not-mutating': {
    severity: 'error',
    message: 'a validating webhook has no `reinvocationPolicy`',
    why: 'validating webhooks are called once, after all mutating ones',
    remedy: 'remove the argument',
    example: example(line({ reinvocationPolicy: 'IfNeeded' })),
  },
  'webhook/empty-list': {
    severity: 'error',
    message: 'the webhook names no {list}',
    why: 'a rule with an empty list matches nothing, and the API server refuses it',
    remedy: 'name at least one; `*` stands for all',
    example: example(line({ versions: '{}' })),
  },
  'webhook/beside-wildcard': {
    severity: 'error',
    message: '`{word}` stands beside `*` in {list}',
    why: '`*` matches everything already, and the API server refuses anything beside it',
    remedy: 'keep `*` alone, or the other words',
    example: example(line({ verbs: 'create;*' })),
  },
  'webhook/invalid-patch': {
    severity: 'error',
    message: 'the patch does not fit a webhook',
    why: 'a patch with a misspelled field or a wrong type would silently do nothing',
    remedy: 'correct the JSON by what the note says',
    example: example(line({ patch: '`{"namespaceSelecter":{}}`' })),
  },
} as const satisfies Record<string, CodeDefinition>
