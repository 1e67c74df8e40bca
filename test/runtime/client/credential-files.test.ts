import { rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CertificateAuthority } from '../../../src/runtime/certificates/certificate-authority.ts'
import { ConfigurationError } from '../../../src/runtime/client/config/configuration-error.ts'
import {
  readTls,
  TlsFiles,
  type TlsMaterial,
} from '../../../src/runtime/client/credentials/tls-files.ts'
import { TokenFileCredentials } from '../../../src/runtime/client/credentials/token-file.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { folder, write } from './kubeconfig-folder.ts'

describe('TokenFileCredentials', () => {
  async function start(fallback?: string): Promise<{
    credentials: TokenFileCredentials
    clock: ManualClock
    file: string
    token: () => Promise<unknown>
  }> {
    const clock = new ManualClock()
    const file = await write('token', 'one\n')
    const credentials = new TokenFileCredentials({ file, fallback, clock })
    const token = async (): Promise<unknown> => (await credentials.headers())['authorization']
    return { credentials, clock, file, token }
  }

  it('reads the token anew after a minute', async () => {
    const { clock, file, token } = await start()
    expect(await token()).toBe('Bearer one')
    await writeFile(file, 'two\n')
    await clock.advance(59_999)
    expect(await token()).toBe('Bearer one')
    await clock.advance(1)
    expect(await token()).toBe('Bearer two')
  })

  it('keeps the token where the file cannot be read, or is empty', async () => {
    const { clock, file, token } = await start()
    expect(await token()).toBe('Bearer one')
    await writeFile(file, '')
    await clock.advance(60_000)
    expect(await token()).toBe('Bearer one')
    await rm(file)
    await clock.advance(60_000)
    expect(await token()).toBe('Bearer one')
    await writeFile(file, 'two')
    await clock.advance(60_000)
    expect(await token()).toBe('Bearer two')
  })

  it('reads the token at once where it is refused', async () => {
    const { credentials, file } = await start()
    const refused = await credentials.headers()
    expect(await credentials.invalidate(refused)).toBe(false)
    await writeFile(file, 'two')
    expect(await credentials.invalidate(refused)).toBe(true)
    expect(await credentials.headers()).toEqual({ authorization: 'Bearer two' })
    expect(await credentials.invalidate(refused)).toBe(true)
  })

  it('takes the given token until there is one in the file', async () => {
    const { clock, file, token } = await start('given')
    await rm(file)
    expect(await token()).toBe('Bearer given')
    await writeFile(file, 'two')
    await clock.advance(60_000)
    expect(await token()).toBe('Bearer two')
  })

  it('tells a file that it never could read', async () => {
    const { file, token } = await start()
    await rm(file)
    await expect(token()).rejects.toBeInstanceOf(ConfigurationError)
    await writeFile(file, 'late')
    expect(await token()).toBe('Bearer late')
  })
})

describe('TlsFiles', () => {
  const authority = new CertificateAuthority('one')

  async function start(): Promise<{
    tls: TlsFiles
    clock: ManualClock
    material: TlsMaterial
    issue: () => { certificate: string; privateKey: string }
  }> {
    const clock = new ManualClock()
    const issue = (): { certificate: string; privateKey: string } =>
      authority.issue({ commonName: 'jane', isClient: true })
    const pair = issue()
    const material = {
      ca: { file: await write('ca.crt', authority.certificate) },
      cert: { file: await write('jane.crt', pair.certificate) },
      key: { file: await write('jane.key', pair.privateKey) },
      servername: undefined,
      rejectUnauthorized: true,
    }
    const tls = new TlsFiles(material, await readTls(material), { clock })
    return { tls, clock, material, issue }
  }

  it('gives the same value until something has changed, and looks once a minute', async () => {
    const { tls, clock } = await start()
    const first = await tls.current()
    await clock.advance(60_000)
    expect(await tls.current()).toBe(first)
    const other = new CertificateAuthority('two')
    await write('ca.crt', other.certificate)
    await clock.advance(59_999)
    expect(await tls.current()).toBe(first)
    await clock.advance(1)
    expect((await tls.current()).ca).toBe(other.certificate)
  })

  it('takes a new pair only when both of its files are there', async () => {
    const { tls, issue } = await start()
    const first = await tls.current()
    const pair = issue()
    await write('jane.crt', pair.certificate)
    expect(await tls.renew()).toBe(false)
    expect(await tls.current()).toBe(first)
    await write('jane.key', pair.privateKey)
    expect(await tls.renew()).toBe(true)
    expect(await tls.current()).toMatchObject({ cert: pair.certificate, key: pair.privateKey })
    await write('jane.crt', 'no certificate')
    expect(await tls.renew()).toBe(false)
  })

  it('follows links that are swapped, as in mounted volumes', async () => {
    const { clock } = await start()
    const [one, two] = [authority, new CertificateAuthority('two')]
    await write('mount/..1/ca.crt', one.certificate)
    await write('mount/..2/ca.crt', two.certificate)
    const mount = join(folder, 'mount')
    await symlink('..1', join(mount, '..data'))
    await symlink('..data/ca.crt', join(mount, 'ca.crt'))
    const material = {
      ca: { file: join(mount, 'ca.crt') },
      cert: {},
      key: {},
      servername: undefined,
      rejectUnauthorized: true,
    }
    const tls = new TlsFiles(material, await readTls(material), { clock })
    await symlink('..2', join(mount, '..data_tmp'))
    await rename(join(mount, '..data_tmp'), join(mount, '..data'))
    expect(await tls.renew()).toBe(true)
    expect((await tls.current()).ca).toBe(two.certificate)
  })
})
