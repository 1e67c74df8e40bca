import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApi, createWebhook, projectFolder, snapshotFolder } from './project-folder.ts'
import { reportedCodes, runKops, type KopsRun } from './run-kops.ts'

const edits = [
  ['--namespaced'],
  ['--namespaced=false'],
  ['--metrics=false'],
  ['--network-policy'],
  ['--prometheus'],
  ['--license=mit', '--owner=Jane Doe'],
  ['--license=none'],
  ['--certificates=cert-manager'],
  ['--certificates=csr', '--certificate-signer=example.com/webhooks'],
] as const

describe('edit', () => {
  test.for(edits)('%o twice is %o once', async (argv) => {
    const root = await projectFolder()
    await createApi(root, {})
    const once = await runKops(['edit', ...argv], { directory: root })
    expect(once).toMatchObject({ exitCode: 0, stderr: '' })
    const tree = snapshotFolder(root)
    const again = await runKops(['edit', ...argv], { directory: root })
    expect(again).toMatchObject({ exitCode: 0, stderr: '', stdout: 'nothing to change\n' })
    expect(snapshotFolder(root)).toEqual(tree)
  })

  test('without a flag changes nothing', async () => {
    const root = await projectFolder()
    const run = await runKops(['edit'], { directory: root })
    expect(run).toMatchObject({ exitCode: 0, stdout: 'nothing to change\n' })
  })

  test('says which settings change, and by a dry run only says it', async () => {
    const root = await projectFolder()
    const before = snapshotFolder(root)
    const argv = ['edit', '--network-policy', '--namespaced=true', '--dry-run']
    const run = await runKops(argv, { directory: root })
    expect(run.stdout).toContain('namespaced: false → true\n')
    expect(run.stdout).toContain('networkPolicy: false → true\n')
    expect(run.stdout).toContain('would create config/network-policy/network_policy.yaml\n')
    expect(snapshotFolder(root)).toEqual(before)
  })

  test.for([
    ['--metrics=false', '--prometheus'],
    ['--prometheus', '--metrics=false'],
  ])('refuses %s with %s', async ([first = '', second = '']) => {
    const root = await projectFolder()
    const before = snapshotFolder(root)
    const run = await runKops(['edit', first, second], { directory: root })
    expect(run.exitCode).toBe(2)
    expect(reportedCodes(run)).toEqual(['args/needs-metrics'])
    expect(snapshotFolder(root)).toEqual(before)
  })

  test.for(['cert-manager', 'csr', 'files'])('--certificates %s and back', async (source) => {
    const root = await projectFolder()
    await createApi(root, {})
    await createWebhook(root, ['--defaulting'])
    const change = (to: string): Promise<KopsRun> =>
      runKops(['edit', '--certificates', to], { directory: root })
    await change(source)
    await change('self')
    // What was chosen is written down, also where it is what one gets anyway.
    const before = snapshotFolder(root)
    expect(await change(source)).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(root)).not.toEqual(before)
    expect(await change('self')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(snapshotFolder(root)).toEqual(before)
  })

  test.for([
    [['--certificates', 'csr', '--certificate-signer', 'vault'], 'args/invalid-signer'],
    [['--certificates', 'csr', '--certificate-signer', 'Example.com/a'], 'args/invalid-signer'],
    [
      ['--certificates', 'csr', '--certificate-signer', 'kubernetes.io/kube-apiserver-client'],
      'args/invalid-signer',
    ],
    [['--certificate-signer', 'example.com/webhooks'], 'args/unused-signer'],
    [['--certificates', 'letsencrypt'], 'args/wrong-choice'],
  ] as const)('refuses %o', async ([argv, code]) => {
    const root = await projectFolder()
    const before = snapshotFolder(root)
    const run = await runKops(['edit', ...argv], { directory: root })
    expect(run.exitCode).toBe(2)
    expect(reportedCodes(run)).toEqual([code])
    expect(snapshotFolder(root)).toEqual(before)
  })

  test('reads a value after a blank as it reads one after `=`', async () => {
    const root = await projectFolder()
    await runKops(['edit', '--metrics', 'false'], { directory: root })
    expect(snapshotFolder(root)['PROJECT']).toContain('metrics: false')
  })

  test('turns the rules of the sources into a Role', async () => {
    const root = await projectFolder()
    const marker = '// +kubebuilder:rbac:groups="",resources=secrets,verbs=get;list\n'
    writeFileSync(join(root, 'src/rbac.ts'), `${marker}export {}\n`)
    await runKops(['manifests'], { directory: root })
    await runKops(['edit', '--namespaced'], { directory: root })
    const role = snapshotFolder(root)['config/rbac/role.yaml'] ?? ''
    expect(role.match(/^kind: \w+$/gm)).toEqual(['kind: Role', 'kind: RoleBinding'])
    expect(role).toContain('- secrets\n')
  })

  test('keeps what people wrote into the files that are theirs', async () => {
    const root = await projectFolder()
    const path = join(root, 'config/default/kustomization.yaml')
    writeFileSync(path, `${readFileSync(path, 'utf8')}# mine\n`)
    const run = await runKops(['edit', '--network-policy'], { directory: root })
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    expect(readFileSync(path, 'utf8')).toMatch(/# mine\n$/)
  })

  test('says where an edit of a generated file belongs', async () => {
    const root = await projectFolder()
    const path = join(root, 'config/rbac/manager.yaml')
    writeFileSync(path, `${readFileSync(path, 'utf8')}# mine\n`)
    const before = snapshotFolder(root)
    const run = await runKops(['edit', '--namespaced'], { directory: root })
    expect(reportedCodes(run)).toEqual(['project/edited-file'])
    expect(run.exitCode).toBe(1)
    expect(run.stderr).toContain('kustomization.yaml')
    expect(snapshotFolder(root)).toEqual(before)
  })
})
