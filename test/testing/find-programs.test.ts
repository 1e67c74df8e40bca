import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { builtPath, findPrograms, ProgramsNotFoundError } from '../../src/testing/find-programs.ts'
import { kubernetesVersion, programs } from '../../src/testing/programs.ts'

const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`
const line = kubernetesVersion.split('.').slice(0, 2).join('.')

let home: string
let environment: NodeJS.ProcessEnv

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'kops-find-'))
  environment = {
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
  }
})

afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

function install(path: string, mode = 0o755): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  chmodSync(path, mode)
  return path
}

const inStore = (version: string, name: string): string =>
  join(home, 'data/kubebuilder-envtest/k8s', `${version}-${platform}`, name)

test('each place is asked in turn, program by program', async () => {
  const etcd = install(join(home, 'assets/etcd'))
  const apiServer = install(inStore(kubernetesVersion, 'kube-apiserver'))
  install(inStore(kubernetesVersion, 'etcd'))
  const kubectl = install(builtPath(programs.kubectl, environment))
  const found = await findPrograms(['etcd', 'kube-apiserver', 'kubectl'], {
    environment: { ...environment, KUBEBUILDER_ASSETS: join(home, 'assets') },
    build: false,
  })
  expect(found).toEqual({ etcd, 'kube-apiserver': apiServer, kubectl })
})

test.skipIf(process.platform !== 'linux')(
  "the store's newest release of the line counts",
  async () => {
    install(inStore(`${line}.2`, 'etcd'))
    const newest = install(inStore(`${line}.10`, 'etcd'))
    install(inStore('99.1.0', 'etcd'))
    expect(await findPrograms(['etcd'], { environment, build: false })).toEqual({ etcd: newest })
  },
)

test('another line can be asked for, and is not built', async () => {
  const path = install(inStore('1.30.1', 'etcd'))
  const options = { environment, kubernetesVersion: '1.30' }
  expect(await findPrograms(['etcd'], options)).toEqual({ etcd: path })
  await expect(findPrograms(['kubectl'], options)).rejects.toMatchObject({
    name: 'ProgramsNotFoundError',
    programs: ['kubectl'],
  })
})

test('a file that is no program does not count', async () => {
  install(join(home, 'assets/etcd'), 0o644)
  const search = findPrograms(['etcd'], {
    environment: { ...environment, KUBEBUILDER_ASSETS: join(home, 'assets') },
    build: false,
  })
  await expect(search).rejects.toBeInstanceOf(ProgramsNotFoundError)
  await expect(search).rejects.toThrow('has no etcd')
})
