import type { InformerCacheOptions } from '../cache/informer-cache.ts'
import type { ResourceOf, TypedObject } from '../client/client.ts'
import type { ClusterConnection } from '../client/connection.ts'
import type { Clock } from '../clock/clock.ts'
import type { ControllerOptions } from '../controller/controller-options.ts'
import type { Transform } from '../informer/transforms.ts'
import type { ElectionTimes } from '../leaderelection/election-options.ts'
import type { Logger } from '../log/logger.ts'
import type { MetricsRegistry } from '../metrics/metric.ts'
import type { WebhookOptions } from '../webhook/webhook-options.ts'
import type { HttpHandler } from './servers/http-answer.ts'

/** How to elect one of several replicas. */
export interface LeaderElectionOptions {
  /** The name of the Lease: fixed for an operator, and nobody else's. */
  readonly id: string
  /** Default: the namespace of the pod, or of the kubeconfig's context. */
  readonly namespace?: string | undefined
  /** Labels of the Lease, where it has to be made. */
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Lease duration 15 s, renew deadline 10 s, retry period 2 s, unless they are given here. */
  readonly times?: Partial<ElectionTimes> | undefined
  /** Default: `<hostname>_<uuid>`. */
  readonly identity?: string | undefined
}

/** Where metrics are served, and to whom. */
export interface MetricsServerOptions {
  /** Default: `:8080`. `0`: nowhere. */
  readonly bindAddress?: string | undefined
  /** By HTTPS, to those whom the API server lets. Default: by HTTP, to anybody. */
  readonly secure?: boolean | undefined
  /** The folder of the certificate. Without one, a secure server signs its own. */
  readonly certPath?: string | undefined
  /** Default: `tls.crt`. */
  readonly certName?: string | undefined
  /** Default: `tls.key`. */
  readonly certKey?: string | undefined
  /** Whether there are client-go's histograms of requests to the API server too. Default: they are counted alone. */
  readonly requestHistograms?: boolean | undefined
  /** More paths of the same server, behind the same check. */
  readonly extraHandlers?: Readonly<Record<string, HttpHandler>> | undefined
}

/** What the manager's cache holds, and how. */
export interface CacheOptions {
  /** Default: all namespaces. */
  readonly namespaces?: readonly string[] | undefined
  /** Runs over each object before it is stored: `stripManagedFields`, for one. */
  readonly transform?: Transform<TypedObject> | undefined
  /** Kinds that are held in another way. */
  readonly kinds?: InformerCacheOptions['kinds']
  /** Reads of a kind that nobody watches fail, instead of starting to watch it. */
  readonly failOnMissingInformer?: boolean | undefined
  /** Freezes what is stored, so that a change of it throws, in tests and in the cluster alike. Default: true. */
  readonly freeze?: boolean | undefined
  /** Whether reads of a kind go to the API server: for kinds that are too many or too secret to be held. */
  readonly isLive?: ((resource: ResourceOf<unknown>) => boolean) | undefined
}

/** How a manager works. Names and defaults are controller-runtime's. */
export interface ManagerOptions {
  /** Default: found as `loadConnection` does. */
  readonly connection?: ClusterConnection | undefined
  /** A kubeconfig file, where no `connection` is given. */
  readonly kubeconfig?: string | undefined
  /** Names the operator in `metadata.managedFields`, and as user agent. Default: `kops`. */
  readonly fieldManager?: string | undefined
  /** Default: lines on the standard error output, from level `info` on. */
  readonly logger?: Logger | undefined
  readonly clock?: Clock | undefined
  /** Default: a new one. */
  readonly metricsRegistry?: MetricsRegistry | undefined
  readonly cache?: CacheOptions | undefined
  /** Absent: this process leads without asking. */
  readonly leaderElection?: LeaderElectionOptions | undefined
  readonly metrics?: MetricsServerOptions | undefined
  readonly webhooks?: WebhookOptions | undefined
  /** Where probes are answered. Default: nowhere. */
  readonly healthProbeBindAddress?: string | undefined
  /** Where profiles are given to anybody who asks. Default: nowhere. */
  readonly profilingBindAddress?: string | undefined
  /** Offers HTTP/2 on servers with TLS. Default: no. */
  readonly enableHttp2?: boolean | undefined
  /** How requests go to the API server. Default: `1.1`. */
  readonly http?: '1.1' | '2' | undefined
  /** How long what runs may take to end. 0: no time; negative: as long as it takes. Default: 30,000. */
  readonly gracefulShutdownTimeoutMs?: number | undefined
  /** For options that controllers leave open. */
  readonly controllerDefaults?: ControllerOptions | undefined
}
