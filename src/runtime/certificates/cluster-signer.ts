import { createHash, createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import { isAlreadyExists } from '../../apimachinery/status-errors.ts'
import type { Client, ObjectKey, TypedObject } from '../client/client.ts'
import type { Logger } from '../log/logger.ts'
import { splitCertificates, verifiesAgainst } from './certificate-bundle.ts'
import type { CertificateSigner, SignedCertificate, SigningOrder } from './certificate-signer.ts'
import { renderSigningRequest } from './signing-request.ts'

/** `certificates.k8s.io/v1` CertificateSigningRequest, as far as it is needed. */
interface CertificateSigningRequest extends TypedObject {
  spec?: {
    request: string
    signerName: string
    usages: string[]
    expirationSeconds?: number
  }
  status?: {
    certificate?: string
    conditions?: { type: string; status: string; reason?: string; message?: string }[]
  }
}

const requests: ResourceDescriptor<CertificateSigningRequest> = {
  group: 'certificates.k8s.io',
  version: 'v1',
  kind: 'CertificateSigningRequest',
  plural: 'certificatesigningrequests',
  scope: 'Cluster',
  subresources: ['status', 'approval'],
}

interface ConfigMap extends TypedObject {
  data?: Record<string, string>
}

const configMaps: ResourceDescriptor<ConfigMap> = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
  subresources: [],
}

export interface ClusterSignerOptions {
  readonly client: Pick<Client, 'get' | 'create'>
  readonly logger: Logger
  /** Such as `kubernetes.io/kubelet-serving`. */
  readonly signerName: string
  /** Where the pair is kept: requests are named after it. */
  readonly secret: ObjectKey & { readonly namespace: string }
  /** How long to ask for; without it, the signer decides. */
  readonly validMs?: number | undefined
}

/** The signer of the kubelets' own certificates signs for subjects of this form only. */
const kubeletServing = 'kubernetes.io/kubelet-serving'
/** The longest common name that X.509 has room for. */
const commonNameLength = 64
const shortestSeconds = 600

/** A request was refused, or what came back cannot be used. The message says what to do. */
export class SigningError extends Error {
  override readonly name = 'SigningError'
}

/** Has certificates signed by a signer of the cluster, for whom somebody approves them. */
export class ClusterSigner implements CertificateSigner {
  readonly #options: ClusterSignerOptions
  /** The request that the log has told of. */
  #told: string | undefined

  constructor(options: ClusterSignerOptions) {
    this.#options = options
  }

  async sign(order: SigningOrder): Promise<SignedCertificate | undefined> {
    const { client, logger } = this.#options
    const { signal } = order
    const name = this.#nameFor(order.key)
    const request =
      (await client.get(requests, { name }, { signal })) ?? (await this.#create(name, order))
    if (request === undefined) return undefined
    const conditions = request.status?.conditions ?? []
    const refusal = conditions.find(({ type }) => type === 'Denied' || type === 'Failed')
    if (refusal !== undefined) {
      const { type, message = 'no reason given' } = refusal
      throw new SigningError(
        `${name} was answered with ${type}: ${message}. To ask again: kubectl delete csr ${name}`,
      )
    }
    const answer = request.status?.certificate
    if (answer !== undefined && answer !== '') return this.#verify(name, answer, order)
    if (this.#told !== name) {
      this.#told = name
      const isApproved = conditions.some(({ type }) => type === 'Approved')
      if (isApproved) logger.info('waiting for the signer', { request: name })
      else {
        const command = `kubectl certificate approve ${name}`
        logger.info('the webhook certificate waits for approval', { command })
      }
    }
    return undefined
  }

  /** Of one key there is one request, whichever replica asks. */
  #nameFor(key: KeyObject): string {
    const { namespace, name } = this.#options.secret
    const spki = createPublicKey(key).export({ type: 'spki', format: 'der' })
    const hash = createHash('sha256').update(spki).digest('hex').slice(0, 10)
    return `${namespace}.${name}`.slice(0, 240).replace(/[-.]$/, '') + `-${hash}`
  }

  /** `undefined` where another replica was faster. */
  async #create(name: string, order: SigningOrder): Promise<CertificateSigningRequest | undefined> {
    const { client, signerName, validMs } = this.#options
    const { key, hosts, signal } = order
    const pem = renderSigningRequest(key, { ...subjectFor(signerName, hosts), hosts })
    const seconds = validMs && Math.max(Math.floor(validMs / 1000), shortestSeconds)
    const spec = {
      request: Buffer.from(pem, 'utf8').toString('base64'),
      signerName,
      usages: ['digital signature', 'server auth'],
      ...(seconds !== undefined && { expirationSeconds: seconds }),
    }
    try {
      return await client.create(requests, { metadata: { name }, spec }, { signal })
    } catch (error) {
      if (isAlreadyExists(error)) return undefined
      throw error
    }
  }

  /** Nobody is told to trust anything that does not verify. */
  async #verify(name: string, answer: string, order: SigningOrder): Promise<SignedCertificate> {
    const { signerName, secret } = this.#options
    const cert = Buffer.from(answer, 'base64').toString('utf8')
    const [leaf] = splitCertificates(cert)
    if (leaf === undefined || !fits(leaf, order)) {
      throw new SigningError(
        `${signerName} signed something else than ${name} asked for. To ask again: kubectl delete csr ${name}`,
      )
    }
    for (const source of [order.stored.authorities, await this.#clusterAuthority(order.signal)]) {
      const authorities = splitCertificates(source)
        .map((each) => each.toString())
        .filter((each) => verifiesAgainst(cert, each))
      if (authorities.length > 0) return { cert, authorities: authorities.join('') }
    }
    throw new SigningError(
      `no authority is known that verifies what ${signerName} signed: put its certificate under ca.crt in the Secret ${secret.name}`,
    )
  }

  /** What every namespace is told about the authority of its cluster. */
  async #clusterAuthority(signal: AbortSignal): Promise<string> {
    const { client, secret } = this.#options
    const key = { namespace: secret.namespace, name: 'kube-root-ca.crt' }
    const published = await client.get(configMaps, key, { signal })
    return published?.data?.['ca.crt'] ?? ''
  }
}

function fits(leaf: X509Certificate, { key, hosts }: SigningOrder): boolean {
  return leaf.checkPrivateKey(key) && hosts.every((host) => leaf.checkHost(host) !== undefined)
}

function subjectFor(
  signerName: string,
  [host = '']: readonly string[],
): { readonly commonName: string; readonly organizations?: readonly string[] } {
  if (signerName === kubeletServing) {
    return { commonName: `system:node:${host}`, organizations: ['system:nodes'] }
  }
  return { commonName: host.length > commonNameLength ? 'webhook' : host }
}
