import { delimiter, join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import type { ClusterConnection, TlsSettings } from '../../../src/runtime/client/connection.ts'
import type { ConnectionOptions } from '../../../src/runtime/client/load-connection.ts'
import { folder, kubeconfig, load, write } from './kubeconfig-folder.ts'

const authority = new CertificateAuthority('test')
const user = authority.issue({ commonName: 'jane', isClient: true })
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

async function tlsOf({ tls }: ClusterConnection): Promise<TlsSettings> {
  return 'current' in tls ? tls.current() : tls
}

describe('loadConnection()', () => {
  it('reads a kubeconfig whose files are relative to it', async () => {
    await write('rel/pki/ca.crt', authority.certificate)
    await write('rel/pki/jane.crt', user.certificate)
    await write('rel/jane.key', user.privateKey)
    const path = await write(
      'rel/config',
      kubeconfig({
        cluster:
          'server: "https://api.example.org/k8s", certificate-authority: pki/ca.crt, tls-server-name: kubernetes',
        user: 'client-certificate: ./pki/jane.crt, client-key: jane.key',
      }),
    )
    const connection = await load({ kubeconfig: path })
    expect(connection).toMatchObject({ namespace: 'shop', proxy: undefined })
    expect(connection.server.href).toBe('https://api.example.org/k8s')
    expect(await tlsOf(connection)).toEqual({
      ca: authority.certificate,
      cert: user.certificate,
      key: user.privateKey,
      servername: 'kubernetes',
      rejectUnauthorized: true,
    })
    expect(await connection.credentials.headers()).toEqual({})
  })

  it('reads material within the file, in YAML and in JSON', async () => {
    const value = {
      'current-context': 'here',
      contexts: [{ name: 'here', context: { cluster: 'c', user: 'u' } }],
      clusters: [
        {
          name: 'c',
          cluster: {
            server: 'https://10.0.0.1',
            'certificate-authority-data': base64(authority.certificate),
          },
        },
      ],
      users: [
        {
          name: 'u',
          user: {
            'client-certificate-data': base64(user.certificate),
            'client-key-data': base64(user.privateKey),
            token: 'abc',
          },
        },
      ],
    }
    const connection = await load({ kubeconfig: await write('data.json', JSON.stringify(value)) })
    expect(connection.namespace).toBe('default')
    expect(await tlsOf(connection)).toMatchObject({
      ca: authority.certificate,
      cert: user.certificate,
      key: user.privateKey,
    })
    expect(await connection.credentials.headers()).toEqual({ authorization: 'Bearer abc' })
  })

  test.for([
    [
      'a password',
      'username: jane, password: "pä:ss"',
      { authorization: `Basic ${base64('jane:pä:ss')}` },
    ],
    [
      'someone else',
      'token: t, as: joe, as-uid: "7", as-groups: [a, b], as-user-extra: {"example.org/Scopes": [x, z]}',
      {
        authorization: 'Bearer t',
        'impersonate-user': 'joe',
        'impersonate-uid': '7',
        'impersonate-group': ['a', 'b'],
        'impersonate-extra-example.org%2Fscopes': ['x', 'z'],
      },
    ],
  ] as const)('asks as %s', async ([, fields, headers]) => {
    const path = await write('who', kubeconfig({ user: fields }))
    expect(await (await load({ kubeconfig: path })).credentials.headers()).toEqual(headers)
  })

  it('takes context, cluster, user, namespace and server from its caller', async () => {
    const path = await write(
      'two',
      `${kubeconfig({ user: 'token: one' })}- name: v
  user: {token: two}
`.replace('contexts:', 'contexts:\n- name: there\n  context: {cluster: c, user: v}'),
    )
    const there = await load({ kubeconfig: path, context: 'there', server: 'https://other:1' })
    expect(there.server.href).toBe('https://other:1/')
    expect(there.namespace).toBe('default')
    expect(await there.credentials.headers()).toEqual({ authorization: 'Bearer two' })
    const mixed = await load({ kubeconfig: path, user: 'v', namespace: 'n' })
    expect(mixed).toMatchObject({ namespace: 'n' })
    expect(await mixed.credentials.headers()).toEqual({ authorization: 'Bearer two' })
  })

  it('merges the files of $KUBECONFIG: of what has one name, the first counts whole', async () => {
    const first = await write(
      'a',
      'users: [{name: u, user: {token: first}}]\ncurrent-context: here\n',
    )
    const second = await write(
      'b',
      kubeconfig({ user: 'token: second, as: joe' }).replace('here\n', 'nowhere\n'),
    )
    const list = [join(folder, 'missing'), '', first, second, first].join(delimiter)
    const connection = await load({ environment: { KUBECONFIG: list } })
    expect(await connection.credentials.headers()).toEqual({ authorization: 'Bearer first' })
  })

  it('looks in the order of controller-runtime', async () => {
    const home = join(folder, 'home')
    const pod = join(folder, 'pod')
    const given = await write('given', kubeconfig({ user: 'token: given' }))
    const listed = await write('listed', kubeconfig({ user: 'token: listed' }))
    await write('home/.kube/config', kubeconfig({ user: 'token: home' }))
    await write('pod/token', 'pod\n')
    await write('pod/ca.crt', authority.certificate)
    await write('pod/namespace', 'system')
    const service = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' }
    const tokenWith = async (options: ConnectionOptions): Promise<unknown> =>
      (await (await load(options)).credentials.headers())['authorization']
    const all = {
      kubeconfig: given,
      homeDirectory: home,
      serviceAccountDirectory: pod,
      environment: { ...service, KUBECONFIG: listed },
    }
    expect(await tokenWith(all)).toBe('Bearer given')
    expect(await tokenWith({ ...all, kubeconfig: '' })).toBe('Bearer listed')
    const inPod = { ...all, kubeconfig: '', environment: service }
    expect(await tokenWith(inPod)).toBe('Bearer pod')
    expect(await tokenWith({ ...inPod, environment: {} })).toBe('Bearer home')
    const connection = await load(inPod)
    expect(connection).toMatchObject({ namespace: 'system' })
    expect(connection.server.href).toBe('https://[fd00::1]/')
    expect((await tlsOf(connection)).ca).toBe(authority.certificate)
    await expect(load()).rejects.toThrow('no cluster: there is no --kubeconfig')
    expect((await load({ server: 'http://127.0.0.1:8001' })).server.href).toBe(
      'http://127.0.0.1:8001/',
    )
  })

  it('takes the proxy of the kubeconfig, else that of the environment', async () => {
    const environment = { HTTPS_PROXY: 'proxy:3128' }
    const plain = await write('plain', kubeconfig({}))
    expect((await load({ kubeconfig: plain, environment })).proxy?.href).toBe('http://proxy:3128/')
    const own = await write(
      'own',
      kubeconfig({ cluster: 'server: "https://x", proxy-url: "socks5://p:1"' }),
    )
    expect((await load({ kubeconfig: own, environment })).proxy?.href).toBe('socks5://p:1')
  })

  it('speaks TLS to a server without a scheme where something is said about TLS', async () => {
    const bare = await write('bare', kubeconfig({ cluster: 'server: "10.0.0.1:80"' }))
    expect((await load({ kubeconfig: bare })).server.href).toBe('http://10.0.0.1/')
    const insecure = 'server: "10.0.0.1:6443", insecure-skip-tls-verify: true'
    const connection = await load({
      kubeconfig: await write('insecure', kubeconfig({ cluster: insecure })),
    })
    expect(connection.server.href).toBe('https://10.0.0.1:6443/')
    expect((await tlsOf(connection)).rejectUnauthorized).toBe(false)
  })
})
