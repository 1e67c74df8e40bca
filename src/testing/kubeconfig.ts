import type { Connection } from './http-client.ts'

const encode = (pem: string): string => Buffer.from(pem, 'utf8').toString('base64')

/** A kubeconfig for kubectl and other clients, everything inline. It is JSON, which YAML readers take. */
export function renderKubeconfig(connection: Connection): string {
  const { server, certificateAuthority, certificate, privateKey, token } = connection
  const kubeconfig = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'kops',
        cluster: { server, 'certificate-authority-data': encode(certificateAuthority) },
      },
    ],
    users: [
      {
        name: 'kops',
        user: {
          ...(certificate === undefined ? {} : { 'client-certificate-data': encode(certificate) }),
          ...(privateKey === undefined ? {} : { 'client-key-data': encode(privateKey) }),
          ...(token === undefined ? {} : { token }),
        },
      },
    ],
    contexts: [{ name: 'kops', context: { cluster: 'kops', user: 'kops' } }],
    'current-context': 'kops',
  }
  return `${JSON.stringify(kubeconfig, undefined, 2)}\n`
}
