import { mkdtempSync, rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { CertificateAuthority } from '../../../../src/runtime/certificates/certificate-authority.ts'
import { loadConnection } from '../../../../src/runtime/client/load-connection.ts'
import { renderKubeconfig, waitFor, type ControlPlane } from '../../../../src/testing/index.ts'
import { countRequests } from './count-requests.ts'
import { bigNumber, Gadget } from './gadget.ts'
import { connect } from '../cluster.ts'
import { ownStage } from './own-stage.ts'
import { scenario } from './scenario.ts'
import type { World } from './world.ts'

const folder = mkdtempSync(join(tmpdir(), 'kops-credentials-'))
const file = (name: string): string => join(folder, name)
const serverName = 'rotating.kops.dev'
const patience = { timeoutMs: 90_000 }

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Puts a file in the place of another at once, as rotation does. */
async function replace(name: string, content: string): Promise<void> {
  await writeFile(file(`${name}.new`), content)
  await rename(file(`${name}.new`), file(name))
}

/** Tokens that the server takes when it starts. */
async function writeTokens(...tokens: readonly string[]): Promise<void> {
  const lines = tokens.map((token, index) => `${token},operator-${index},${index},"system:masters"`)
  await replace('tokens.csv', `${lines.join('\n')}\n`)
}

/** A certificate for `serverName` of a new authority; returns the authority's certificate. */
async function writeCertificate(): Promise<string> {
  const authority = new CertificateAuthority('rotating')
  const { certificate, privateKey } = authority.issue({
    commonName: serverName,
    hosts: [serverName],
  })
  await replace('server.crt', certificate)
  await replace('server.key', privateKey)
  return authority.certificate
}

const start = ownStage({
  flags: {
    'kube-apiserver': {
      'token-auth-file': file('tokens.csv'),
      'tls-sni-cert-key': `${file('server.crt')},${file('server.key')}:${serverName}`,
      'enable-priority-and-fairness': false,
      'max-requests-inflight': 2,
      'max-mutating-requests-inflight': 1,
    },
  },
})
let controlPlane: ControlPlane
let authority = ''
const stage = async (...given: Parameters<typeof start>): Promise<ControlPlane> => {
  if (authority === '') {
    await writeTokens('first', 'second')
    authority = await writeCertificate()
  }
  controlPlane = await start(...given)
  return controlPlane
}

async function untilServing(world: World): Promise<void> {
  await waitFor(
    'the server to serve the kind',
    () =>
      world.client.list(Gadget, { namespace: world.namespace }).then(
        () => true,
        () => false,
      ),
    patience,
  )
}

scenario(9, 'the API server refuses most requests for a while', {
  stage,
  play: async (world, context) => {
    await world.client.apply({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'storm' },
      roleRef: {
        apiGroup: 'rbac.authorization.k8s.io',
        kind: 'ClusterRole',
        name: 'cluster-admin',
      },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'storm' }],
    } as Parameters<typeof world.client.apply>[0])
    const user = controlPlane.addUser('storm')
    const proxy = await world.startProxy('tls', user)
    await world.fill(30)
    const operator = await world.startOperator({ connection: proxy.connection })
    const refused = proxy.inject(
      { kind: 'answer', status: 503, headers: { 'retry-after': '1' }, body: '<html>no</html>' },
      { only: ({ method }) => method === 'PUT', times: 10 },
    )
    const flood = connect(user)
    const answers = await Promise.allSettled(
      Array.from({ length: 120 }, () =>
        flood.client.list(Gadget, { signal: AbortSignal.timeout(30_000) }),
      ),
    )
    flood.close()
    const reads = answers.filter(({ status }) => status === 'fulfilled')
    context.expect(reads.length).toBeGreaterThan(60)
    await Promise.all(
      Array.from({ length: 30 }, (_value, index) =>
        world.change(`gadget-${index}`, { value: bigNumber(1_000 + index) }),
      ),
    )
    refused()
    expect(operator.relists).toBe(0)
  },
})

scenario(15, 'a token rotates, and the old one stops to work', {
  stage,
  play: async (world) => {
    await replace('token', 'first')
    const proxy = await world.startProxy('tls', {
      server: controlPlane.connection.server,
      certificateAuthority: controlPlane.connection.certificateAuthority,
    })
    await writeKubeconfig('token.kubeconfig', {
      cluster: {
        server: proxy.connection.server,
        'certificate-authority-data': encode(proxy.connection.certificateAuthority),
      },
      user: { tokenFile: file('token') },
    })
    await world.fill(5)
    const operator = await world.startOperator({
      connection: await loadConnection({ kubeconfig: file('token.kubeconfig') }),
    })
    await replace('token', 'second')
    await writeTokens('second')
    await controlPlane.restart('kube-apiserver')
    await untilServing(world)
    const writes = countRequests(proxy, ({ method }) => method === 'PATCH')
    const patched = await operator.connected.client.patch(
      Gadget,
      { name: 'gadget-1', namespace: world.namespace },
      { type: 'merge', value: { spec: { text: 'with the new token' } } },
    )
    expect(patched).toMatchObject({ spec: { text: 'with the new token' } })
    // The refused call was sent once more; or the watch had found the new token before.
    expect(writes()).toBeLessThanOrEqual(2)
  },
})

scenario(17, 'the API server has a certificate of another authority', {
  stage,
  play: async (world) => {
    await replace('ca.crt', authority)
    const { certificate = '', privateKey = '', server } = controlPlane.connection
    await writeKubeconfig('ca.kubeconfig', {
      cluster: {
        server,
        'certificate-authority': file('ca.crt'),
        'tls-server-name': serverName,
      },
      user: {
        'client-certificate-data': encode(certificate),
        'client-key-data': encode(privateKey),
      },
    })
    await world.fill(5)
    const operator = await world.startOperator({
      connection: await loadConnection({ kubeconfig: file('ca.kubeconfig') }),
    })
    authority = await writeCertificate()
    await controlPlane.restart('kube-apiserver')
    await untilServing(world)
    await waitFor('the watch to be lost', async () => operator.restarts > 0, patience)
    await replace('ca.crt', authority)
    await world.change('gadget-2', { value: bigNumber(17) })
    await waitFor(
      'the change to arrive',
      async () =>
        operator.informer.lister.get('gadget-2', world.namespace)?.spec.value === bigNumber(17),
      patience,
    )
    expect(operator.relists).toBeLessThanOrEqual(1)
  },
})

function encode(pem: string): string {
  return Buffer.from(pem, 'utf8').toString('base64')
}

async function writeKubeconfig(
  name: string,
  { cluster, user }: { cluster: object; user: object },
): Promise<void> {
  const base = JSON.parse(renderKubeconfig(controlPlane.connection)) as object
  const config = {
    ...base,
    clusters: [{ name: 'kops', cluster }],
    users: [{ name: 'kops', user }],
  }
  await writeFile(file(name), JSON.stringify(config))
}
