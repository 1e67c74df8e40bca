import { isIP, isIPv4 } from 'node:net'
import * as der from './der.ts'

/** Whom a certificate is for. */
export interface Subject {
  readonly commonName: string
  readonly organizations?: readonly string[] | undefined
}

export const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  extensionRequest: '1.2.840.113549.1.9.14',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  serverAuthentication: '1.3.6.1.5.5.7.3.1',
  clientAuthentication: '1.3.6.1.5.5.7.3.2',
}

/** Organizations stand first, as in names that Kubernetes' own tools write. */
export function buildName({ commonName, organizations = [] }: Subject): Buffer {
  const attribute = (oid: string, value: string): Buffer =>
    der.set(der.sequence(der.objectIdentifier(oid), der.utf8String(value)))
  return der.sequence(
    ...organizations.map((organization) => attribute(oids.organization, organization)),
    attribute(oids.commonName, commonName),
  )
}

export function extension(oid: string, value: Buffer, isCritical = false): Buffer {
  const critical = isCritical ? [der.boolean(true)] : []
  return der.sequence(der.objectIdentifier(oid), ...critical, der.octetString(value))
}

/** The extension that names the hosts of a server. */
export function subjectAlternativeNames(hosts: readonly string[]): Buffer {
  return extension(oids.subjectAlternativeName, der.sequence(...hosts.map(encodeHost)))
}

/** A host as the alternative name of its sort: an address in network order, or a DNS name. */
function encodeHost(host: string): Buffer {
  return isIP(host) === 0
    ? der.implicit(2, Buffer.from(host, 'ascii'))
    : der.implicit(7, Buffer.from(isIPv4(host) ? parseIPv4(host) : parseIPv6(host)))
}

function parseIPv4(address: string): number[] {
  return address.split('.').map(Number)
}

function parseIPv6(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [before, after] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array<string>(8 - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after].flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

/** Bytes as PEM: `CERTIFICATE`, `CERTIFICATE REQUEST`. */
export function toPemBlock(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
