import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer, type PeerCertificate } from 'node:tls'
import { expect, test } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'

const authority = new CertificateAuthority('test-ca')

test('a serving certificate is valid for its hosts alone', () => {
  const hosts = ['localhost', 'webhook.system.svc', '127.0.0.1', '::1', 'fe80::1:2']
  const { certificate } = authority.issue({ commonName: 'server', hosts })
  const parsed = new X509Certificate(certificate)
  expect(parsed.verify(new X509Certificate(authority.certificate).publicKey)).toBe(true)
  expect(parsed.checkHost('localhost')).toBe('localhost')
  expect(parsed.checkHost('webhook.system.svc')).toBe('webhook.system.svc')
  expect(parsed.checkHost('example.org')).toBeUndefined()
  expect(parsed.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(parsed.checkIP('::1')).toBe('::1')
  expect(parsed.checkIP('fe80::1:2')).toBe('fe80::1:2')
  expect(parsed.checkIP('127.0.0.2')).toBeUndefined()
  expect(parsed.ca).toBe(false)
})

test('two certificates have different serial numbers', () => {
  const serials = Array.from({ length: 50 }, () => {
    const { certificate } = authority.issue({ commonName: 'a', isClient: true })
    return new X509Certificate(certificate).serialNumber
  })
  expect(new Set(serials).size).toBe(serials.length)
})

test('server and client know each other by their certificates', async () => {
  const serving = authority.issue({ commonName: 'server', hosts: ['127.0.0.1'] })
  const client = authority.issue({
    commonName: 'jäne',
    organizations: ['staff', 'ops'],
    isClient: true,
  })
  const server = createServer({
    key: serving.privateKey,
    cert: serving.certificate,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  })
  const peer = new Promise<PeerCertificate>((resolve) => {
    server.on('secureConnection', (socket) => {
      resolve(socket.getPeerCertificate())
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const outgoing = request({
    host: '127.0.0.1',
    port,
    ca: authority.certificate,
    cert: client.certificate,
    key: client.privateKey,
  }).end()
  await once(outgoing, 'response')
  expect((await peer).subject).toMatchObject({ CN: 'jäne', O: ['staff', 'ops'] })
  server.close()
})
