import type { ServingCertificate } from '../certificates/serving-certificate.ts'
import type { Manager } from '../manager/manager.ts'

/** Where webhooks are served, and with which certificate. */
export interface WebhookOptions {
  /** Default: 9443. 0: any free one; -1: none, and webhooks are off. */
  readonly port?: number | undefined
  /** The address to listen on. Default: all. */
  readonly host?: string | undefined
  /** The folder of the certificate. Given, it comes before `certificates`. */
  readonly certPath?: string | undefined
  /** Default: `tls.crt`. */
  readonly certName?: string | undefined
  /** Default: `tls.key`. */
  readonly certKey?: string | undefined
  /** A file of authorities, as PEM: only clients with a certificate of one of them are answered. */
  readonly clientCaFile?: string | undefined
  /**
   * Where the certificate comes from without files: asked once, when the server starts. `undefined`: from files in
   * the folder that kubebuilder's manifests mount, in a pod; elsewhere webhooks are off then.
   */
  readonly certificates?: ((manager: Manager) => ServingCertificate | undefined) | undefined
}
