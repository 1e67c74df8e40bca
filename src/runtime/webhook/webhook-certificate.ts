import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CertificateFiles } from '../certificates/certificate-files.ts'
import type { ServingCertificate } from '../certificates/serving-certificate.ts'
import type { Manager } from '../manager/manager.ts'
import type { WebhookOptions } from './webhook-options.ts'

/**
 * The certificate that webhooks are served with: from the given files, else as the manager's options say, else from the
 * folder where kubebuilder's manifests mount it. `undefined` outside of a pod where none of them is: who runs an operator
 * at a desk may do so without webhooks.
 */
export function webhookCertificate(
  options: WebhookOptions,
  manager: Manager,
): ServingCertificate | undefined {
  if (options.certPath) return fromFiles(options.certPath, options, manager)
  const made = options.certificates?.(manager)
  if (made !== undefined) return made
  const path = join(tmpdir(), 'k8s-webhook-server', 'serving-certs')
  const isInPod = Boolean(process.env['KUBERNETES_SERVICE_HOST'])
  return isInPod || existsSync(path) ? fromFiles(path, options, manager) : undefined
}

function fromFiles(
  path: string,
  { certName, certKey }: WebhookOptions,
  { clock, logger, metrics }: Manager,
): ServingCertificate {
  const names = { certName: certName || undefined, keyName: certKey || undefined }
  return new CertificateFiles({ path, ...names, clock, logger, metrics })
}
