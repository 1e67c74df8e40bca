import { expect, test } from 'vitest'
import { renderKubeconfig } from '../../src/testing/kubeconfig.ts'
import { renderFlags } from '../../src/testing/program-flags.ts'

test('flags are added, replaced, repeated and left out', () => {
  const defaults = { 'secure-port': 1, 'allow-privileged': true, 'cert-dir': '/a b' }
  expect(renderFlags(defaults)).toEqual([
    '--secure-port=1',
    '--allow-privileged=true',
    '--cert-dir=/a b',
  ])
  expect(
    renderFlags(defaults, {
      'secure-port': 2,
      'cert-dir': null,
      'feature-gates': ['A=true', 'B=false'],
    }),
  ).toEqual([
    '--secure-port=2',
    '--allow-privileged=true',
    '--feature-gates=A=true',
    '--feature-gates=B=false',
  ])
})

test('a kubeconfig holds the certificates themselves', () => {
  const kubeconfig: unknown = JSON.parse(
    renderKubeconfig({
      server: 'https://127.0.0.1:1',
      certificateAuthority: 'ca',
      token: 'secret',
    }),
  )
  expect(kubeconfig).toMatchObject({
    clusters: [
      { cluster: { server: 'https://127.0.0.1:1', 'certificate-authority-data': 'Y2E=' } },
    ],
    users: [{ user: { token: 'secret' } }],
    'current-context': 'kops',
  })
})
