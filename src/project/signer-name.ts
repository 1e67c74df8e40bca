import { validateDns1123Subdomain } from '../apimachinery/names.ts'

/** What Kubernetes' own signers for servers are: the others sign for clients, or not at all. */
const servingSigner = 'kubernetes.io/kubelet-serving'

/** Why no certificate of a server can be had from a signer of this name; undefined where one may be. */
export function findSignerProblem(name: string): string | undefined {
  const [domain = '', ...path] = name.split('/')
  const isDomain = domain.includes('.') && validateDns1123Subdomain(domain).length === 0
  const isPath =
    path.length > 0 && path.every((part) => validateDns1123Subdomain(part).length === 0)
  if (!isDomain || !isPath) {
    return 'Kubernetes names signers by a domain and a path, such as `example.com/webhooks`'
  }
  if (domain === 'kubernetes.io' && name !== servingSigner) {
    return `of Kubernetes' own signers, \`${servingSigner}\` alone signs certificates of servers`
  }
  return undefined
}
