import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { CertificateAuthority } from '../runtime/certificates/certificate-authority.ts'
import { waitFor } from './wait.ts'

const host = '127.0.0.1'

/**
 * Where a webhook server of a test listens, and the certificate that it answers with: what `ManagerOptions.webhooks`
 * takes, and what the API server is told. Made before the server starts, so that definitions can name it already.
 */
export class LocalWebhooks {
  readonly host = host
  readonly port: number
  /** The folder of `tls.crt` and `tls.key`. Gone after `close`. */
  readonly certPath: string
  /** The authority that signed the certificate, as PEM. */
  readonly authority: string

  private constructor(port: number, certPath: string, authority: string) {
    this.port = port
    this.certPath = certPath
    this.authority = authority
  }

  /** Finds a port, makes an authority and has it sign a certificate. */
  static async open(): Promise<LocalWebhooks> {
    const authority = new CertificateAuthority('kops webhooks of a test')
    const pair = authority.issue({ commonName: host, hosts: [host, 'localhost'] })
    const certPath = await mkdtemp(join(tmpdir(), 'kops-webhooks-'))
    await writeFile(join(certPath, 'tls.crt'), pair.certificate)
    await writeFile(join(certPath, 'tls.key'), pair.privateKey, { mode: 0o600 })
    return new LocalWebhooks(await findPort(), certPath, authority.certificate)
  }

  /** The address of a path, as the API server is told it. */
  url(path: string): string {
    return `https://${this.host}:${this.port}${path}`
  }

  /** Waits until a server with this certificate can be greeted. */
  async listening(timeoutMs: number): Promise<void> {
    const greets = (): Promise<boolean> => greet(this)
    await waitFor(`a webhook server at ${this.url('/')}`, greets, { timeoutMs })
  }

  /** Removes the certificate. */
  async close(): Promise<void> {
    await rm(this.certPath, { recursive: true, force: true })
  }
}

/** Below the ports that systems give to clients, so that none takes it before the server listens. */
const firstPort = 20_000
const lastPort = 32_000

async function findPort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}

function greet({ port, authority }: LocalWebhooks): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, ca: authority })
    const end = (isGreeted: boolean): void => {
      socket.destroy()
      resolve(isGreeted)
    }
    socket.once('secureConnect', () => end(true))
    socket.once('error', () => end(false))
  })
}
