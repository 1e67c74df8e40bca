import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import type { ClusterConnection } from '../../../src/runtime/client/connection.ts'
import type { KubernetesObject } from '../../../src/apimachinery/kubernetes-object.ts'
import {
  loadConnection,
  type ConnectionOptions,
} from '../../../src/runtime/client/load-connection.ts'
import { startControlPlane, waitFor, type Connection } from '../../../src/testing/index.ts'
import { clientId, startIssuer } from '../../runtime/client/issuer.ts'
import { useControlPlane } from '../provided.ts'
import { connect, useRuntimeClient } from './cluster.ts'

let directory = ''

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'kops-credentials-'))
})

afterAll(() => rm(directory, { recursive: true, force: true }))

const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

/** A kubeconfig for a server, with a user of these fields. JSON is YAML too. */
async function writeKubeconfig(
  name: string,
  connection: Connection,
  user: object,
): Promise<string> {
  const path = join(directory, name)
  const cluster = {
    server: connection.server,
    'certificate-authority-data': base64(connection.certificateAuthority),
  }
  const content = {
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
  }
  await writeFile(path, JSON.stringify(content))
  return path
}

const load = (options: ConnectionOptions): Promise<ClusterConnection> =>
  loadConnection({ environment: {}, homeDirectory: directory, ...options })

const Review = {
  group: 'authentication.k8s.io',
  version: 'v1',
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  scope: 'Cluster',
  subresources: [],
} as const

interface SelfSubjectReview extends KubernetesObject {
  status?: { userInfo?: { username?: string; groups?: string[]; extra?: object } }
}

/** Whom the server takes this connection for. */
function whoAmI(connection: ClusterConnection): () => Promise<string> {
  const { client } = connect(connection)
  return async () => {
    const review: SelfSubjectReview = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'SelfSubjectReview',
      metadata: {},
    }
    const answer = await client.create<SelfSubjectReview>(Review, review)
    return answer.status?.userInfo?.username ?? ''
  }
}

describe('loadConnection() gets in', () => {
  test('by the kubeconfig that kubectl takes, over HTTP/1.1 and HTTP/2', async (context) => {
    const { kubeconfigPath } = useControlPlane(context)
    const connection = await load({ kubeconfig: kubeconfigPath })
    context.expect(await whoAmI(connection)()).toBe('kops-admin')
    const { client } = connect(connection, { http: '2' })
    const review = await client.create(Review, {} as SelfSubjectReview)
    context.expect(review.status?.userInfo?.username).toBe('kops-admin')
  })

  test('as someone else', async (context) => {
    const { connection } = useControlPlane(context)
    const path = await writeKubeconfig('impersonation', connection, {
      'client-certificate-data': base64(connection.certificate ?? ''),
      'client-key-data': base64(connection.privateKey ?? ''),
      as: 'joe',
      'as-groups': ['staff', 'night shift'],
      'as-user-extra': { 'example.org/Scopes': ['read', 'write'] },
    })
    const { client } = connect(await load({ kubeconfig: path }))
    const review = await client
      .create(Review, {} as SelfSubjectReview)
      .catch((error: unknown) => error)
    context.expect(review).toMatchObject({
      status: {
        userInfo: {
          username: 'joe',
          groups: context.expect.arrayContaining(['staff', 'night shift']),
          extra: { 'example.org/scopes': ['read', 'write'] },
        },
      },
    })
  })

  test('from a pod, and follows its token', async (context) => {
    const { connection } = useControlPlane(context)
    const { client } = useRuntimeClient(context)
    const account = { group: '', version: 'v1', kind: 'ServiceAccount' }
    const metadata = { name: 'client-robot', namespace: 'default' }
    await client.create(account, { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
    const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }
    const token = async (): Promise<string> => {
      const answer = await client.subresource('token').create(account, metadata, request)
      return (answer as { status: { token: string } }).status.token
    }
    const pod = await mkdtemp(join(directory, 'pod-'))
    await writeFile(join(pod, 'token'), await token())
    await writeFile(join(pod, 'ca.crt'), connection.certificateAuthority)
    await writeFile(join(pod, 'namespace'), 'default')
    const { hostname, port } = new URL(connection.server)
    const environment = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port }
    const inPod = await load({ environment, serviceAccountDirectory: pod })
    const who = whoAmI(inPod)
    const name = 'system:serviceaccount:default:client-robot'
    context.expect(await who()).toBe(name)
    await client.delete(account, metadata)
    await client.create(account, { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
    await waitFor('the old token to be refused', async () => (await who().catch(() => '')) === '', {
      timeoutMs: 60_000,
    })
    await writeFile(join(pod, 'token'), await token())
    context.expect(await who()).toBe(name)
  })

  test('by an exec plugin, with a certificate and with a token', async (context) => {
    useControlPlane(context)
    const tokens = join(directory, 'tokens.csv')
    await writeFile(tokens, 'sesame,ali,1,"staff"\nsimsim,kasim,2,"staff"\n')
    await using own = await startControlPlane({
      flags: { 'kube-apiserver': { 'token-auth-file': tokens } },
    })
    const answer = join(directory, 'answer.json')
    const plugin = join(directory, 'plugin')
    await writeFile(plugin, `#!/bin/sh\nexec cat ${answer}\n`)
    await chmod(plugin, 0o755)
    const apiVersion = 'client.authentication.k8s.io/v1'
    const say = (status: object): Promise<void> =>
      writeFile(answer, JSON.stringify({ apiVersion, kind: 'ExecCredential', status }))
    const exec = { apiVersion, command: plugin, interactiveMode: 'Never' }
    const kubeconfig = await writeKubeconfig('exec', own.connection, { exec })
    const jane = own.addUser('jane')
    await say({ clientCertificateData: jane.certificate, clientKeyData: jane.privateKey })
    context.expect(await whoAmI(await load({ kubeconfig }))()).toBe('jane')
    await say({ token: 'sesame' })
    const who = whoAmI(await load({ kubeconfig }))
    context.expect(await who()).toBe('ali')
    await say({ token: 'simsim' })
    context.expect(await who()).toBe('ali')
    await say({ token: 'refused' })
    const refused = whoAmI(await load({ kubeconfig }))
    await context.expect(refused()).rejects.toMatchObject({ code: 401 })
    await say({ token: 'simsim' })
    context.expect(await refused()).toBe('kasim')
    const expirationTimestamp = new Date(Date.now() - 1).toISOString()
    await say({ token: 'sesame', expirationTimestamp })
    const expiring = whoAmI(await load({ kubeconfig }))
    context.expect(await expiring()).toBe('ali')
    await say({ token: 'simsim', expirationTimestamp })
    context.expect(await expiring()).toBe('kasim')
  })

  test('by OpenID Connect, through expiry, refusal and refresh', async (context) => {
    useControlPlane(context)
    const authority = new CertificateAuthority('issuer')
    const issuer = await startIssuer({ authority, livesSeconds: 12 })
    const idp = join(directory, 'issuer.crt')
    await writeFile(idp, authority.certificate)
    await using own = await startControlPlane({
      flags: {
        'kube-apiserver': {
          'oidc-issuer-url': issuer.url,
          'oidc-client-id': clientId,
          'oidc-ca-file': idp,
          'oidc-username-prefix': 'oidc:',
        },
      },
    })
    const config = {
      'idp-issuer-url': issuer.url,
      'idp-certificate-authority': 'issuer.crt',
      'client-id': clientId,
      'id-token': issuer.issue('jane', 3600).replace(/.{20}$/, 'x'.repeat(20)),
      'refresh-token': 'refresh-0',
    }
    const user = { 'auth-provider': { name: 'oidc', config } }
    const kubeconfig = await writeKubeconfig('oidc', own.connection, user)
    const who = whoAmI(await load({ kubeconfig }))
    const isKnown = async (): Promise<boolean> => (await who().catch(() => '')) === 'oidc:jane'
    await waitFor('the server to know the issuer', isKnown, { timeoutMs: 60_000 })
    context.expect(issuer.refreshes[0]).toBe('refresh-0')
    const before = issuer.refreshes.length
    const isRenewed = async (): Promise<boolean> => {
      context.expect(await who()).toBe('oidc:jane')
      return issuer.refreshes.length > before + 1
    }
    await waitFor('the token to expire twice', isRenewed, { timeoutMs: 60_000, intervalMs: 200 })
    context.expect(new Set(issuer.refreshes).size).toBe(issuer.refreshes.length)
    context.expect(await whoAmI(await load({ kubeconfig }))()).toBe('oidc:jane')
  })
})
