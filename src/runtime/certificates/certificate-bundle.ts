import { X509Certificate } from 'node:crypto'

/** The certificates of a PEM text, in order. What is none, or cannot be read, is left out. */
export function splitCertificates(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g) ?? []
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)]
    } catch {
      // A block that is no certificate is trusted by nobody: readers of bundles skip it too.
      return []
    }
  })
}

/** The certificates of several PEM texts, each once, without those that have expired. */
export function mergeBundles(now: number, ...bundles: readonly string[]): string {
  const certificates = bundles
    .flatMap(splitCertificates)
    .filter((each) => Date.parse(each.validTo) > now)
  const byPrint = new Map(certificates.map((each) => [each.fingerprint256, each.toString()]))
  return [...byPrint.values()].join('')
}

/**
 * Whether a chain (leaf first) ends at one of the authorities: each certificate is signed by the next one or by an
 * authority, which may be one that is not its own issuer.
 */
export function verifiesAgainst(chain: string, authorities: string): boolean {
  const [leaf, ...intermediates] = splitCertificates(chain)
  return leaf !== undefined && isSignedBy(leaf, intermediates, splitCertificates(authorities))
}

function isSignedBy(
  certificate: X509Certificate,
  intermediates: readonly X509Certificate[],
  authorities: readonly X509Certificate[],
): boolean {
  const isIssuer = (issuer: X509Certificate): boolean =>
    issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  if (authorities.some(isIssuer)) return true
  return intermediates.some(
    (issuer) =>
      isIssuer(issuer) &&
      isSignedBy(
        issuer,
        intermediates.filter((each) => each !== issuer),
        authorities,
      ),
  )
}
