import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { expectSuccess, linkedProject, runLine, withoutControlPlane } from './linked-project.ts'
import { createApi, createWebhook } from './project-folder.ts'
import { runKops } from './run-kops.ts'

const both = ['--defaulting', '--programmatic-validation']

function edit(folder: string, path: string, ...changes: readonly [string, string][]): void {
  const text = readFileSync(join(folder, path), 'utf8')
  const changed = changes.reduce((before, [from, to]) => {
    expect(before).toContain(from)
    return before.replace(from, to)
  }, text)
  writeFileSync(join(folder, path), changed)
}

/** Of another project. */
const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: certificates.certs.io}
spec:
  group: certs.io
  names: {kind: Certificate, plural: certificates}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [secretName]
            properties: {secretName: {type: string}}
`

describe('a project with webhooks', { timeout: 480_000 }, () => {
  test('is sound, whatever its kinds are called', async () => {
    const folder = await linkedProject({ license: 'none' })
    const long = {
      group: 'crew.of.a.very.long.name.that.makes.imports.wider.than.the.page',
      kind: 'AnotherVeryLongKindName',
    }
    const own = [
      ...['Promise', 'Manager', 'Validator', 'Hub', 'Spoke'].map((kind) => ({
        kind,
      })),
      { kind: 'Frigate' },
      long,
    ]
    for (const [index, names] of own.entries()) {
      const namespaced = names.kind === 'Frigate' ? 'false' : 'true'
      await createApi(folder, { controller: 'false', namespaced, ...names })
      const paths = index % 2 === 0 ? ['--validation-path', `/own-${index}`] : []
      const run = await createWebhook(folder, [...both, ...paths], names)
      expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    }
    for (const names of [own[3], own[4], own[5], long]) {
      const run = await createApi(folder, { version: 'v2', from: 'v1', ...names })
      expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    }
    const others = [
      ['core', 'Pod'],
      ['rbac', 'ClusterRoleBinding'],
      ['certificates', 'CertificateSigningRequest'],
    ]
    for (const [group = '', kind = ''] of others) {
      const run = await createWebhook(folder, both, { group, kind })
      expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    }
    const external = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute' }
    await createWebhook(folder, [...both, '--external'], external)
    writeFileSync(join(folder, 'certificates.yaml'), definition)
    const argv = ['create', 'api', '--external', 'certificates.yaml']
    expect(await runKops(argv, { directory: folder })).toMatchObject({ exitCode: 0, stderr: '' })
    const typed = await createWebhook(folder, both, { group: 'certs.io', kind: 'Certificate' })
    expect(typed).toMatchObject({ exitCode: 0, stderr: '' })
    const handler = join(folder, 'src/webhooks/certs/v1/certificate.validator.ts')
    expect(readFileSync(handler, 'utf8')).toContain("from '../../../../external/certs/v1/index.ts'")
    const lines = ['make generate', 'make lint', 'make test', 'make build']
    await expectSuccess(lines, folder, withoutControlPlane(folder))
  })

  test('is sound without a controller', async () => {
    const folder = await linkedProject()
    const run = await createWebhook(folder, both, { group: 'core', kind: 'Pod' })
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    await expectSuccess(['make lint', 'npx tsc -p .'], folder)
  })

  test('has drafts that name what versions have apart', async () => {
    const folder = await linkedProject()
    await createApi(folder, {})
    await createApi(folder, { version: 'v2', from: 'v1', conversion: 'false' })
    edit(
      folder,
      'api/ship/v1/frigate.ts',
      [
        '  image: string\n',
        '  image: string\n  color?: string\n  rig: { masts: Int32; sails?: Int32 }\n',
      ],
      [
        'export interface FrigateSpec {',
        'export interface FrigateSpec {\n  guns?: { size: string }[]',
      ],
    )
    edit(
      folder,
      'api/ship/v2/frigate.ts',
      [
        '  image: string\n',
        '  image: string\n  flag?: string\n  rig: { masts: Int32; sails: Int32 }\n',
      ],
      [
        'export interface FrigateSpec {',
        'export interface FrigateSpec {\n  guns?: { size: Int32 }[]',
      ],
    )
    const run = await createWebhook(folder, ['--conversion'])
    expect(run).toMatchObject({ exitCode: 0, stderr: '' })
    const path = 'api/ship/v2/frigate.conversion.ts'
    await expectSuccess([`npx prettier --check ${path}`], folder)
    const { stdout } = await runLine('npx tsc -p .', folder)
    const places = [...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file)
    // An int32 and a string in either direction, and sails that a v1 need not have.
    expect(places, stdout).toEqual([path, path, path])
    const text = readFileSync(join(folder, path), 'utf8')
    for (const expected of [
      '      // v2 has no such field.\n      color: original?.spec?.color,\n',
      '      // v1 has no such field.\n      flag: original?.spec?.flag,\n',
      '          // integer (int32) in v2, string in v1.\n          size: item.size,\n',
    ]) {
      expect(text).toContain(expected)
    }
  })
})
