import { execa } from 'execa'
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildProgram, type GoProgram } from '../../src/testing/build-program.ts'
import { builtPath } from '../../src/testing/find-programs.ts'
import type { ControlPlane } from '../../src/testing/index.ts'

const moduleDirectory = join(dirname(fileURLToPath(import.meta.url)), 'cert-manager')
const program: GoProgram = {
  name: 'cert-manager',
  version: 'v1.21.2',
  moduleDirectory,
  package: '.',
  linkerFlags: '-s -w',
}

/** The folder of cert-manager's CRDs, in its Go module. */
async function findDefinitions(): Promise<string> {
  const env = { GOFLAGS: '-mod=readonly', GOWORK: 'off' }
  const options = { cwd: moduleDirectory, env } as const
  await execa('go', ['mod', 'download', 'github.com/cert-manager/cert-manager'], options)
  const list = ['list', '-m', '-f', '{{.Dir}}', 'github.com/cert-manager/cert-manager']
  const { stdout } = await execa('go', list, options)
  return join(stdout.trim(), 'deploy/crds')
}

/** cert-manager itself on a control plane: it signs Certificates and injects authorities. */
export class CertManager {
  readonly #stop: () => Promise<void>

  private constructor(stop: () => Promise<void>) {
    this.#stop = stop
  }

  /** Installs its CRDs and starts it. It is built from the Go module beside this file when it is first asked for. */
  static async start(controlPlane: ControlPlane): Promise<CertManager> {
    const path = builtPath(program, process.env)
    await buildProgram(program, { path })
    const folder = await findDefinitions()
    const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml'))
    await controlPlane.install(files.map((name) => join(folder, name)))
    const child = spawn(path, [`--kubeconfig=${controlPlane.kubeconfigPath}`], {
      stdio: 'ignore',
    })
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    return new CertManager(async () => {
      child.kill('SIGKILL')
      await ended
    })
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}
