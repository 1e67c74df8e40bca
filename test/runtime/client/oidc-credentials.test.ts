import { readFile, stat, chmod, writeFile } from 'node:fs/promises'
import { describe, expect, it, test } from 'vitest'
import { parse } from 'yaml'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import type { Credentials } from '../../../src/runtime/client/connection.ts'
import { clientId, startIssuer, type Issuer, type IssuerOptions } from './issuer.ts'
import { kubeconfig, load, write } from './kubeconfig-folder.ts'

const authority = new CertificateAuthority('issuer')

interface Given extends Partial<IssuerOptions> {
  readonly idToken?: (issuer: Issuer) => string
  readonly config?: string
}

async function start({ idToken, config = '', ...options }: Given = {}): Promise<{
  issuer: Issuer
  credentials: Credentials
  path: string
  token: () => Promise<unknown>
  stored: () => Promise<Record<string, string>>
}> {
  const issuer = await startIssuer({ authority, ...options })
  const ca = await write('issuer.crt', authority.certificate)
  const tokens = idToken ? `id-token: ${idToken(issuer)}, ` : ''
  const path = await write(
    'oidc',
    `# mine\n${kubeconfig({
      user: `auth-provider: {name: oidc, config: {${tokens}idp-issuer-url: "${issuer.url}", client-id: ${clientId}, idp-certificate-authority: ${ca}, refresh-token: refresh-0${config}}}`,
    })}`,
  )
  await chmod(path, 0o600)
  const { credentials } = await load({ kubeconfig: path })
  return {
    issuer,
    credentials,
    path,
    token: async () => (await credentials.headers())['authorization'],
    stored: async () => parse(await readFile(path, 'utf8')).users[0].user['auth-provider'].config,
  }
}

describe('OidcCredentials', () => {
  it('uses a token as long as it lives', async () => {
    const { issuer, token } = await start({ idToken: (each) => each.issue('jane', 3600) })
    expect(await token()).toMatch(/^Bearer ey/)
    expect(issuer.refreshes).toEqual([])
  })

  test.for<[string, ((issuer: Issuer) => string) | undefined]>([
    ['there is none', undefined],
    ['it has expired', (issuer) => issuer.issue('jane', -1)],
    ['it expires within ten seconds', (issuer) => issuer.issue('jane', 9)],
    ['it is none', () => 'nonsense'],
  ])(
    'renews the token where %s, once for all, and keeps it in the kubeconfig',
    async ([, idToken]) => {
      const { issuer, token, stored, path } = await start(idToken ? { idToken } : {})
      const all = await Promise.all(Array.from({ length: 5 }, token))
      expect(new Set(all).size).toBe(1)
      expect(issuer.refreshes).toEqual(['refresh-0'])
      const config = await stored()
      expect(all[0]).toBe(`Bearer ${config['id-token']}`)
      expect(config).toMatchObject({ 'refresh-token': 'refresh-1', 'client-id': clientId })
      expect(await readFile(path, 'utf8')).toContain('# mine\n')
      expect((await stat(path)).mode & 0o777).toBe(0o600)
    },
  )

  it('renews a token that is refused, with the newest refresh token', async () => {
    const { issuer, credentials, token } = await start()
    const first = await credentials.headers()
    issuer.issue('jane', 1)
    expect(await credentials.invalidate(first)).toBe(true)
    expect(await credentials.invalidate({ authorization: 'Bearer older' })).toBe(true)
    await token()
    expect(issuer.refreshes).toEqual(['refresh-0', 'refresh-1'])
  })

  it('takes the token that another program has renewed', async () => {
    const { issuer, path, token } = await start({ idToken: (each) => each.issue('jane', -1) })
    const renewed = issuer.issue('joe', 3600)
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace(/id-token: [^,]*/, `id-token: ${renewed}`))
    expect(await token()).toBe(`Bearer ${renewed}`)
    expect(issuer.refreshes).toEqual([])
  })

  test.for(['header', 'form'] as const)('says its secret in the %s', async (place) => {
    const secret = { value: 's e/c+r:et', place }
    const { token, issuer } = await start({ secret, config: `, client-secret: "${secret.value}"` })
    expect(await token()).toMatch(/^Bearer ey/)
    expect(issuer.refreshes).toHaveLength(1)
  })

  it('keeps a token that it cannot write', async () => {
    const { token, path } = await start()
    await writeFile(`${path}.lock`, '')
    const first = await token()
    expect(await token()).toBe(first)
  })

  test.for<[string, number, object, string]>([
    [
      'refuses',
      400,
      { error: 'invalid_grant', error_description: 'expired' },
      'answered 400: invalid_grant: expired',
    ],
    ['gives no id_token', 200, { access_token: 'x' }, 'without an id_token'],
    ['does not know the client', 401, { error: 'invalid_client' }, 'does not accept the client'],
  ])('fails where the issuer %s', async ([, status, body, message]) => {
    const { issuer, token } = await start()
    issuer.answer = { status, body }
    await expect(token()).rejects.toThrow(message)
  })

  it('says what is missing where the token has expired for good', async () => {
    const { path } = await start()
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace(', refresh-token: refresh-0', ''))
    const { credentials } = await load({ kubeconfig: path })
    await expect(credentials.headers()).rejects.toThrow('there is no refresh-token')
  })
})
