import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { ConfigurationError } from '../../../src/runtime/client/config/configuration-error.ts'
import type { ConnectionOptions } from '../../../src/runtime/client/load-connection.ts'
import { folder, kubeconfig, load, write, type Parts } from './kubeconfig-folder.ts'

describe('a mistake in a kubeconfig', () => {
  const exec = (fields: string): string =>
    `exec: {apiVersion: client.authentication.k8s.io/v1, ${fields}}`
  test.for<[string, Parts, string, string?]>([
    ['no mapping', { more: '- 5' }, 'Expected a mapping, got a number', 'users[1]'],
    ['broken YAML', { more: '  - {' }, 'mistake:13: '],
    [
      'a number as a token',
      { user: 'token: 123' },
      'Expected a string, got a number',
      'users[0].user.token',
    ],
    [
      'a word as a boolean',
      { cluster: 'server: "https://x", insecure-skip-tls-verify: "yes"' },
      'Expected `true` or `false`',
      'clusters[0].cluster.insecure-skip-tls-verify',
    ],
    [
      'a name that is there twice',
      { more: '- {name: u, user: {}}' },
      'the name `u` is there twice',
      'users[1].name',
    ],
    [
      'no server',
      { cluster: '' },
      'Expected the URL of the server, got none',
      'clusters[0].cluster.server',
    ],
    [
      'a server that is no URL',
      { cluster: 'server: "https://"' },
      'Expected the URL of the server, got `https://`',
      'clusters[0].cluster.server',
    ],
    [
      'a server with a password that keeps it from being a URL',
      { cluster: 'server: "https://jack:t/r@host"' },
      'Expected the URL of the server, got `https://host`',
      'clusters[0].cluster.server',
    ],
    [
      'an authority twice',
      {
        cluster: 'server: "https://x", certificate-authority: a, certificate-authority-data: YQ==',
      },
      'got both',
      'clusters[0].cluster.certificate-authority',
    ],
    [
      'an authority that is not checked',
      {
        cluster:
          'server: "https://x", insecure-skip-tls-verify: true, certificate-authority-data: YQ==',
      },
      'Expected this or a certificate authority, got both',
      'clusters[0].cluster.insecure-skip-tls-verify',
    ],
    [
      'data that is no base64',
      { user: 'client-certificate-data: "***"' },
      'Expected base64',
      'users[0].user.client-certificate-data',
    ],
    [
      'a certificate without a key',
      { user: 'client-certificate-data: YQ==' },
      'Expected the key',
      'users[0].user.client-key',
    ],
    [
      'a certificate that is none',
      { user: 'client-certificate-data: YQ==, client-key-data: YQ==' },
      'a certificate or key cannot be used',
    ],
    [
      'a file that is not there',
      { user: 'client-certificate: no.crt, client-key: no.key' },
      'the file cannot be read',
    ],
    [
      'a token and a password',
      { user: 'token: t, username: jane' },
      'Expected a token or a password, got both',
      'users[0].user.username',
    ],
    [
      'groups without a user to act as',
      { user: 'as-groups: [a]' },
      'Expected the user to act as',
      'users[0].user.as',
    ],
    [
      'a proxy of an unknown sort',
      { cluster: 'server: "https://x", proxy-url: "ftp://p"' },
      'Expected the URL of an http, https or socks5 proxy',
    ],
    [
      'a provider that is gone',
      { user: 'auth-provider: {name: gcp}' },
      'use an exec plugin',
      'users[0].user.auth-provider.name',
    ],
    [
      'a provider and a plugin',
      { user: `auth-provider: {name: oidc}, ${exec('command: a, interactiveMode: Never')}` },
      'got both',
      'users[0].user.exec',
    ],
    [
      'an issuer that is no URL',
      { user: 'auth-provider: {name: oidc, config: {client-id: a}}' },
      'Expected the URL of the issuer',
      'users[0].user.auth-provider.config.idp-issuer-url',
    ],
    [
      'a plugin without a command',
      { user: exec('interactiveMode: Never') },
      'Expected a string, got none',
      'users[0].user.exec.command',
    ],
    [
      'a plugin of an unknown version',
      { user: 'exec: {apiVersion: client.authentication.k8s.io/v1alpha1, command: a}' },
      'Expected client.authentication.k8s.io/v1 or',
      'users[0].user.exec.apiVersion',
    ],
    [
      'a plugin that does not say whether it asks',
      { user: exec('command: a') },
      'Expected Never, IfAvailable, Always',
      'users[0].user.exec.interactiveMode',
    ],
  ])('is told with its place: %s', async ([, parts, message, field]) => {
    const path = await write('mistake', kubeconfig(parts))
    const error = await load({ kubeconfig: path }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ConfigurationError)
    expect((error as Error).message).toContain(message)
    if (field !== undefined) expect(error).toMatchObject({ file: path, field })
  })

  test.for<[string, (text: string) => string, ConnectionOptions, string]>([
    [
      'context',
      (text) => text.replace('current-context: here', 'current-context: gone'),
      {},
      'no context `gone`; there are `here`',
    ],
    [
      'current context',
      (text) => text.replace('current-context: here', ''),
      {},
      'current-context is not set; there are `here`',
    ],
    ['given context', (text) => text, { context: 'x' }, 'no context `x`; there are `here`'],
    [
      'cluster',
      (text) => text.replace('cluster: c,', 'cluster: d,'),
      {},
      'no cluster `d`; there are `c`',
    ],
    ['user', (text) => text.replace('user: u,', 'user: v,'), {}, 'no user `v`; there are `u`'],
    [
      'cluster of a context',
      (text) => text.replace('cluster: c, ', ''),
      {},
      'the context `here` names no cluster',
    ],
  ])('names what is there where a %s is not', async ([, change, options, message]) => {
    const path = await write('choice', change(kubeconfig({})))
    await expect(load({ kubeconfig: path, ...options })).rejects.toThrow(message)
  })

  it('is a file that is not there, where it was asked for', async () => {
    const missing = join(folder, 'missing')
    await expect(load({ kubeconfig: missing })).rejects.toThrow('there is no such file')
    await expect(load({ environment: { KUBECONFIG: missing } })).rejects.toThrow(
      'none of its files',
    )
    await expect(load({ kubeconfig: folder })).rejects.toThrow('the file cannot be read')
  })

  it('is never told with the secret itself', async () => {
    const path = await write('secret', kubeconfig({ user: 'token: {hidden: sesame}' }))
    const error = await load({ kubeconfig: path }).catch((reason: unknown) => reason)
    expect(String(error)).not.toContain('sesame')
  })
})
