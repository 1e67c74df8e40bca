/**
 * The entry `kops/testing`: a real API server for tests. Start reading at `startControlPlane`.
 */
export { StatusError, type Status, type StatusCause } from '../apimachinery/status.ts'
export type { KubernetesObject } from '../apimachinery/kubernetes-object.ts'
export type { ObjectList } from '../apimachinery/object-meta.ts'
export {
  CertificateAuthority,
  type CertificateRequest,
  type KeyPair,
} from '../runtime/certificates/certificate-authority.ts'
export { ControlPlane, startControlPlane, type ControlPlaneOptions } from './control-plane.ts'
export { FaultProxy, startFaultProxy, type FaultProxyOptions } from './fault-proxy.ts'
export type { Fault, FaultKind, InjectionOptions, ProxiedRequest } from './fault-proxy/fault.ts'
export {
  findPrograms,
  ProgramsNotFoundError,
  type ProgramOptions,
  type ProgramPaths,
  type SearchedPlace,
} from './find-programs.ts'
export type { Progress } from './build-program.ts'
export {
  toClusterConnection,
  type Connection,
  type HttpRequest,
  type HttpResponse,
} from './http-client.ts'
export {
  installCustomResourceDefinitions,
  type CustomResourceDefinitionSource,
  type InstallOptions,
} from './install-custom-resource-definitions.ts'
export {
  installWebhooks,
  type InstalledWebhooks,
  type InstallWebhooksOptions,
} from './install-webhooks.ts'
export { LocalWebhooks } from './local-webhooks.ts'
export { ManifestError } from './read-manifests.ts'
export { findConversionLosses, type Loss, type RoundTrip } from './conversion-losses.ts'
export { findSampleProblems } from './find-sample-problems.ts'
export { standInDefinition } from './stand-in-definition.ts'
export { renderKubeconfig } from './kubeconfig.ts'
export { ControlPlaneError } from './launch.ts'
export type { ProgramFlags } from './program-flags.ts'
export { kubernetesVersion, type ProgramName } from './programs.ts'
export type { ServerName } from './servers.ts'
export {
  RestClient,
  type ApplyOptions,
  type ListOptions,
  type ObjectKey,
  type Writable,
  type WriteOptions,
} from './rest-client.ts'
export {
  startTestManager,
  type ReconcileCounts,
  type TestManager,
  type TestManagerOptions,
} from './test-manager.ts'
export type {
  ConfiguredWebhook,
  Redirection,
  WebhookConfiguration,
  WebhookRule,
  WebhookSource,
} from './webhook-sources.ts'
export { waitFor, WaitTimeoutError, type WaitOptions } from './wait.ts'
