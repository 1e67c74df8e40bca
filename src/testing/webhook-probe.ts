import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { StatusError } from '../apimachinery/status.ts'
import { CertificateAuthority } from '../runtime/certificates/certificate-authority.ts'
import type { RestClient } from './rest-client.ts'
import { waitFor } from './wait.ts'
import type { WebhookConfiguration } from './webhook-sources.ts'

/*
 * The API server hears of webhook configurations a moment after they are written, in the order of the writes. So a
 * configuration of our own is written last, whose webhook refuses one marked object: once that is refused, those
 * written before it are known too.
 */

const kinds = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'] as const

const label = 'kops.dev/probe'

/** Waits until the API server consults all webhook configurations that were written before the call. */
export async function waitUntilConsulted(client: RestClient, timeoutMs: number): Promise<void> {
  const token = randomBytes(8).toString('hex')
  const authority = new CertificateAuthority('kops probe')
  const server = createServer(certify(authority), (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => response.end(refuse(Buffer.concat(chunks).toString(), token)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    for (const kind of kinds) {
      const configuration = probeConfiguration(kind, { token, server, authority })
      await client.create(configuration)
      try {
        await waitUntilRefused(client, { token, timeoutMs })
      } finally {
        await client.delete(configuration)
      }
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

function certify(authority: CertificateAuthority): { readonly cert: string; readonly key: string } {
  const pair = authority.issue({ commonName: '127.0.0.1', hosts: ['127.0.0.1'] })
  return { cert: pair.certificate, key: pair.privateKey }
}

function refuse(review: string, token: string): string {
  const { request } = JSON.parse(review) as { readonly request: { readonly uid: string } }
  const response = { uid: request.uid, allowed: false, status: { message: token } }
  return JSON.stringify({ apiVersion: 'admission.k8s.io/v1', kind: 'AdmissionReview', response })
}

interface Probe {
  readonly token: string
  readonly server: Server
  readonly authority: CertificateAuthority
}

function probeConfiguration(
  kind: (typeof kinds)[number],
  { token, server, authority }: Probe,
): WebhookConfiguration {
  const { port } = server.address() as AddressInfo
  const caBundle = Buffer.from(authority.certificate).toString('base64')
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind,
    // Mutating webhooks are called in the order of these names.
    metadata: { name: `0-kops-probe-${token}` },
    webhooks: [
      {
        name: 'probe.kops.dev',
        clientConfig: { url: `https://127.0.0.1:${port}/`, caBundle },
        objectSelector: { matchLabels: { [label]: token } },
        rules: [
          {
            apiGroups: [''],
            apiVersions: ['v1'],
            operations: ['CREATE'],
            resources: ['configmaps'],
          },
        ],
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  }
}

async function waitUntilRefused(
  client: RestClient,
  { token, timeoutMs }: { readonly token: string; readonly timeoutMs: number },
): Promise<void> {
  const metadata = { name: `kops-probe-${token}`, labels: { [label]: token } }
  const isRefused = async (): Promise<boolean> => {
    try {
      await client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata }, { dryRun: true })
      return false
    } catch (error) {
      // What another webhook says of it is no answer yet.
      if (error instanceof StatusError) return error.message.includes(token)
      throw error
    }
  }
  await waitFor('the API server to consult webhooks', isRefused, { timeoutMs })
}
