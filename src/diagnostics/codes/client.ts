import type { CodeDefinition } from '../code-definition.ts'

/** A small package of one kind with these markers above it, and the command that reads them. */
function kind(...markers: readonly string[]): CodeDefinition['example'] {
  const lines = markers.map((marker) => `// +${marker}\n`).join('')
  return {
    files: {
      'api/v1/shop.ts': `// +groupName=apps.my.domain
import type { CustomResource } from 'kops'

${lines}export interface Shop extends CustomResource {
  spec: { owner: string }
}
`,
    },
    arguments: ['generate', 'client'],
  }
}

/** Mistakes in `+genclient` and its options. */
export const clientCodes = {
  'client/no-kinds': {
    severity: 'error',
    message: 'no kind of {place} carries `+genclient`',
    why: 'a client is written for the kinds that ask for one, as client-gen does it',
    remedy: 'put `// +genclient` above each kind that the client is to have',
    example: kind(),
  },
  'client/contradicts-kind': {
    severity: 'error',
    message: '`{marker}` contradicts the kind `{kind}`, {fact}',
    why: 'requests of such a client would go to a URL that the API server does not serve',
    remedy: 'remove the marker, or change the kind with `+kubebuilder:resource`',
    example: kind('genclient', 'genclient:nonNamespaced'),
  },
  'client/invalid-method': {
    severity: 'error',
    message: 'the client of `{kind}` cannot have a method `{method}`: {reason}',
    why: 'the method would not compile, or would hide one that is there already',
    remedy: 'correct the name, the verb or the subresource of the method',
    example: kind('genclient', 'genclient:method=Get,verb=get,subresource=scale'),
  },
  'client/unknown-type': {
    severity: 'error',
    message: '`{type}` is neither exported beside `{kind}` nor a type of Kubernetes',
    why: 'the generated client imports what a method sends and gives from there',
    remedy:
      'export the type from a file of the kind’s folder, or name it as `k8s.io/api/autoscaling/v1.Scale`',
    example: kind('genclient', 'genclient:method=GetScale,verb=get,subresource=scale,result=Scal'),
  },
} as const satisfies Record<string, CodeDefinition>
