import { X509Certificate, createPrivateKey } from 'node:crypto'
import type { ResourceDescriptor } from '../../apimachinery/group-version-kind.ts'
import type { TypedObject } from '../client/client.ts'
import { splitCertificates } from './certificate-bundle.ts'
import type { ServingPair } from './serving-certificate.ts'

/** `v1` Secret, as far as certificates need it. */
export interface Secret extends TypedObject {
  /** Values in base64. */
  data?: Record<string, string>
}

export const Secret: ResourceDescriptor<Secret> = {
  group: '',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
  subresources: [],
}

/** What the replicas of an operator share in one Secret. */
export interface StoredCertificate {
  /** Whom to trust, as PEM: it is applied wherever the API server has to know. */
  readonly authorities: string
  /** What all replicas serve with. */
  readonly current?: ServingPair | undefined
  /** What takes its place: a key from the start, a certificate once it is signed. */
  readonly next?: { readonly key: string; readonly cert?: string | undefined } | undefined
  /** Somebody wants another certificate now. */
  readonly isRotationWanted: boolean
}

const keys = {
  authorities: 'ca.crt',
  cert: 'tls.crt',
  key: 'tls.key',
  nextCert: 'next-tls.crt',
  nextKey: 'next-tls.key',
} as const

/** On the Secret, with any value: makes the next certificate now. kops takes it away. */
export const rotateAnnotation = 'kops.dev/rotate'

/** Reads what a Secret holds. A pair that does not fit together counts as none, and so does what is no certificate. */
export function readCertificateSecret({ data = {}, metadata }: Secret): StoredCertificate {
  const text = (key: string): string => Buffer.from(data[key] ?? '', 'base64').toString('utf8')
  const [cert, key] = [text(keys.cert), text(keys.key)]
  const [nextCert, nextKey] = [text(keys.nextCert), text(keys.nextKey)]
  const hasNextCert = isPair({ cert: nextCert, key: nextKey })
  return {
    authorities: splitCertificates(text(keys.authorities)).join(''),
    current: isPair({ cert, key }) ? { cert, key } : undefined,
    next: isKey(nextKey) ? { key: nextKey, cert: hasNextCert ? nextCert : undefined } : undefined,
    isRotationWanted: metadata?.annotations?.[rotateAnnotation] !== undefined,
  }
}

/** The Secret with other content: labels, other keys and the version that is replaced stay. */
export function writeCertificateSecret(secret: Secret, stored: StoredCertificate): Secret {
  const { authorities, current, next, isRotationWanted } = stored
  const texts = {
    [keys.authorities]: authorities,
    [keys.cert]: current?.cert,
    [keys.key]: current?.key,
    [keys.nextCert]: next?.cert,
    [keys.nextKey]: next?.key,
  }
  const data = { ...secret.data }
  for (const [key, text] of Object.entries(texts)) {
    if (text === undefined || text === '') delete data[key]
    else data[key] = Buffer.from(text, 'utf8').toString('base64')
  }
  const annotations = { ...secret.metadata?.annotations }
  if (!isRotationWanted) delete annotations[rotateAnnotation]
  return { ...secret, metadata: { ...secret.metadata, annotations }, data }
}

function isPair({ cert, key }: ServingPair): boolean {
  if (cert === '' || key === '') return false
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch {
    // What somebody else wrote there is no certificate: another one is made.
    return false
  }
}

function isKey(key: string): boolean {
  if (key === '') return false
  try {
    createPrivateKey(key)
    return true
  } catch {
    // As above.
    return false
  }
}
