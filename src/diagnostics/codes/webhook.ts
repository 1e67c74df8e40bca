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

const namespacedProject = `version: "3"
layout: [kops/v1]
domain: my.domain
projectName: fleet
namespaced: true
plugins: {kops: {license: none}}
`

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
    why: 'a configuration that holds one name twice is refused, and messages tell a webhook by its name alone',
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
    message: '`{path}` cannot be the path of a webhook',
    why: 'the API server takes paths that begin with `/` and whose segments are names in lower case',
    remedy: 'write a path such as `/validate-apps-v1-tunnel`',
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
    message: '`{word}` stands beside `{wildcard}` in {list}',
    why: 'a wildcard matches what it stands for already, and the API server refuses anything beside it',
    remedy: 'keep the wildcard alone, or the other words',
    example: example(line({ verbs: 'create;*' })),
  },
  'webhook/invalid-selector': {
    severity: 'error',
    message: '`{text}` is no label selector',
    why: 'a selector is written as for `kubectl --selector`: `a=b`, `a!=b`, `a in (b,c)`, `a notin (b)`, `a`, `!a`',
    remedy: 'write requirements of that form, with commas between them, in quotes',
    example: example(line({ objectSelector: '"app is web"' })),
  },
  'webhook/invalid-pair': {
    severity: 'error',
    message: '`{text}` in {list} is no pair of a key and a value',
    why: 'the API server takes keys such as `team` and `my.domain/team`, and of labels short plain values',
    remedy: 'write `key=value`',
    example: example(
      line({}),
      '// +kubebuilder:webhookconfiguration:mutating=false,labels="my team=storage"\n',
    ),
  },
  'webhook/unknown-webhook': {
    severity: 'error',
    message: 'no webhook has the name `{name}`',
    why: 'a rule or condition without its webhook would be lost',
    remedy: 'write the `name` of a `+kubebuilder:webhook` marker',
    example: example(
      line({}),
      '// +kops:webhook:matchCondition:webhook=vtunel.my.domain,name=all,expression=true\n',
    ),
  },
  'webhook/invalid-condition': {
    severity: 'error',
    message: '`{name}` cannot be the name of a match condition',
    why: 'the API server takes names that could be the key of a label',
    remedy: 'write a name such as `not-the-nodes`',
    example: example(
      line({}),
      '// +kops:webhook:matchCondition:webhook=vtunnel.my.domain,name="not so",expression=true\n',
    ),
  },
  'webhook/repeated-condition': {
    severity: 'error',
    message: 'two conditions of one webhook have the name `{name}`',
    why: 'the API server refuses a webhook that holds one name twice',
    remedy: 'give each condition a name of its own',
    example: example(
      line({}),
      ...['true', 'false'].map(
        (each) =>
          `// +kops:webhook:matchCondition:webhook=vtunnel.my.domain,name=all,expression=${each}\n`,
      ),
    ),
  },
  'webhook/invalid-expression': {
    severity: 'error',
    message: 'the match condition is no expression of CEL',
    why: 'the API server compiles it, and refuses the configuration where it cannot',
    remedy: 'write an expression such as `request.operation != "DELETE"`, in backquotes',
    example: example(
      line({}),
      '// +kops:webhook:matchCondition:webhook=vtunnel.my.domain,name=all,expression=`object.spec. &&`\n',
    ),
  },
  'webhook/unknown-resource': {
    severity: 'warning',
    message: 'there is no resource `{resource}` in {groups}',
    why: 'the API server takes a rule that matches nothing, and the webhook is never called for it',
    remedy: 'name the resource by its plural, in a version that it has',
    example: example(line({ groups: 'core', resources: 'pod' })),
  },
  'webhook/every-namespace': {
    severity: 'warning',
    message: 'the webhook `{name}` judges every namespace, and its manager watches one',
    why: 'tenants in other namespaces would depend on a manager that is not theirs: while it is down, their writes fail',
    remedy: 'select the namespace of the manager by the label that its Namespace carries',
    example: {
      files: { PROJECT: namespacedProject, 'src/webhook.ts': `${line({})}export {}\n` },
    },
  },
  'webhook/own-namespace-only': {
    severity: 'warning',
    message: 'the webhook `{name}` judges one namespace, and its manager watches all',
    why: 'objects in other namespaces would be stored without defaults and validation',
    remedy: 'remove the selector that `kops create webhook` wrote while the project was namespaced',
    example: {
      files: {
        PROJECT: namespacedProject.replace('namespaced: true\n', ''),
        'src/webhook.ts': `${line({ namespaceSelector: '"app.kubernetes.io/name=fleet"' })}export {}\n`,
      },
    },
  },
  'webhook/renamed-configuration': {
    severity: 'warning',
    message: 'the operator would not know the {kind} `{name}` as its own',
    why: 'the operator makes its certificates itself, and fills in whom to believe in configurations of known names',
    remedy:
      'leave the name out, or have others make the certificates: `kops edit --certificates cert-manager`',
    example: {
      files: {
        PROJECT: `version: "3"
layout: [kops/v1]
domain: my.domain
projectName: fleet
plugins: {kops: {license: none}}
`,
        'src/webhook.ts': `${line({})}// +kubebuilder:webhookconfiguration:mutating=false,name=mine\nexport {}\n`,
      },
    },
  },
  'webhook/not-called': {
    severity: 'warning',
    message: 'no marker has the API server call `{path}`',
    why: 'the operator would serve a webhook that is never asked',
    remedy: 'give a `+kubebuilder:webhook` marker that path',
    example: {
      files: {
        PROJECT: `version: "3"
layout: [kops/v1]
domain: my.domain
projectName: fleet
plugins: {kops: {license: none}}
resources:
- {kind: Pod, version: v1, core: true, webhooks: {validation: true, webhookVersion: v1}}
`,
        'src/webhooks/core/v1/pod.validator.ts': `${line({ path: '/validate--v1-pods', groups: 'core', resources: 'pods' })}export function setup(): void {}\n`,
      },
    },
  },
  'webhook/invalid-patch': {
    severity: 'error',
    message: 'the patch does not fit a webhook',
    why: 'a patch with a misspelled field or a wrong type would silently do nothing',
    remedy: 'correct the JSON by what the note says',
    example: example(line({ patch: '`{"namespaceSelecter":{}}`' })),
  },
} as const satisfies Record<string, CodeDefinition>
