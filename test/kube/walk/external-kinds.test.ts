import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { linkedProject, runLine } from '../../cli/linked-project.ts'
import { runKops } from '../../cli/run-kops.ts'
import { useControlPlane } from '../provided.ts'
import { kustomize } from '../kubectl.ts'

/** What another project brings: shaped as cert-manager's Certificate is. */
const certificates = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: certificates.issuing.example.com
spec:
  group: issuing.example.com
  names: {kind: Certificate, plural: certificates, shortNames: [cert]}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [secretName, issuerRef]
            properties:
              secretName: {type: string, minLength: 1}
              duration: {type: string}
              usages:
                type: array
                items: {type: string, enum: [signing, 'digital signature', '']}
              issuerRef:
                type: object
                required: [name]
                properties:
                  name: {type: string}
                  kind: {type: string, default: Issuer}
          status:
            type: object
            properties:
              notAfter: {type: string, format: date-time}
              conditions:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [type]
                items:
                  type: object
                  required: [type, status]
                  properties:
                    type: {type: string}
                    status: {type: string, enum: ['True', 'False', Unknown]}
`

test('a project builds and tests a controller and webhooks for a kind that it does not own', async (context) => {
  useControlPlane(context)
  const folder = await linkedProject()
  writeFileSync(join(folder, 'crds.yaml'), certificates)
  const commands = [
    ['create', 'api', '--external', 'crds.yaml'],
    ['create', 'webhook', '--external', 'crds.yaml', '--programmatic-validation'],
  ]
  for (const argv of commands) {
    const run = await runKops(argv, { directory: folder })
    expect(run.exitCode, run.stdout + run.stderr).toBe(0)
  }
  const { KUBEBUILDER_ASSETS, XDG_CACHE_HOME } = process.env
  for (const line of ['make generate', 'make lint', 'make build', 'make test']) {
    const run = await runLine(line, folder, { KUBEBUILDER_ASSETS, XDG_CACHE_HOME })
    expect(run.exitCode, `${line}\n${run.stdout}${run.stderr}`).toBe(0)
    if (line === 'make test') expect(run.stdout).not.toContain('skipped')
  }
  const objects = await kustomize(join(folder, 'config/default'))
  const kinds = objects.map(({ kind }) => kind)
  expect(kinds).toContain('ValidatingWebhookConfiguration')
  expect(kinds).not.toContain('CustomResourceDefinition')
})
