/**
 * The entry `kops/runtime`: what an operator is made of, in Kubernetes' own words. Start reading at `newManager`, which
 * an operator runs on, and `newController`, which says what it reconciles; or, for a controller by hand, at
 * `createClient`, `SharedInformerFactory` and `PriorityWorkQueue`.
 */
/* oxlint-disable max-lines -- a list of names: it holds no code */

// Kubernetes' nouns.
export type {
  GroupVersionKind,
  GroupVersionResource,
  ResourceDescriptor,
  ResourceScope,
} from '../apimachinery/group-version-kind.ts'
export { mutableCopy, type DeepReadonly } from '../apimachinery/deep-readonly.ts'
export type { JsonObject, JsonValue } from '../apimachinery/json.ts'
export type { KubernetesObject } from '../apimachinery/kubernetes-object.ts'
export type {
  Condition,
  LabelSelector,
  LabelSelectorRequirement,
  ManagedFieldsEntry,
  ObjectList,
  ObjectMeta,
  OwnerReference,
} from '../apimachinery/object-meta.ts'
export {
  LabelSelectorError,
  matchLabelSelector,
  parseLabelSelector,
  renderLabelSelector,
  type LabelMatcher,
} from '../apimachinery/label-selector.ts'
export { compareResourceVersions } from '../apimachinery/resource-version.ts'
export { PathSegmentError } from '../apimachinery/path-segment.ts'
export { StatusError, type Status, type StatusCause } from '../apimachinery/status.ts'
export {
  fieldCauses,
  isAlreadyExists,
  isBadRequest,
  isConflict,
  isExpired,
  isForbidden,
  isInternalError,
  isInvalid,
  isMethodNotSupported,
  isNotFound,
  isRequestTooLarge,
  isResourceVersionTooLarge,
  isServiceUnavailable,
  isTimeout,
  isTooManyRequests,
  isUnauthorized,
} from '../apimachinery/status-errors.ts'

// The manager and the program around it.
export { newManager } from './manager/new-manager.ts'
export type { Manager } from './manager/manager.ts'
export type {
  CacheOptions,
  LeaderElectionOptions,
  ManagerOptions,
  MetricsServerOptions,
} from './manager/manager-options.ts'
export type { Runnable, RunnableGroup } from './manager/runnable.ts'
export { GracePeriodError } from './manager/lifecycle.ts'
export type { HealthCheck } from './manager/servers/health-checks.ts'
export type { UserInfo } from './manager/servers/access-review.ts'
export type { HttpHandler, HttpRequest, HttpResponse } from './manager/servers/http-answer.ts'
export {
  managerOptions,
  runMain,
  terminationSignal,
  watchNamespaces,
  type MainContext,
} from './manager/run-main.ts'
export { FlagError, parseFlags, type Flag, type FlagValues } from './manager/flags/flag.ts'
export {
  parseManagerFlags,
  type ManagerFlags,
  type ManagerFlagsOptions,
} from './manager/flags/manager-flags.ts'
export {
  managedCertificates,
  type ManagedCertificateOptions,
} from './certificates/managed-certificates.ts'
export { newLogger, type LogOutputOptions } from './manager/log-output.ts'

// Controllers.
export {
  newController,
  type ControllerBuilder,
  type ControllerHost,
  type ForOptions,
  type OwnsOptions,
} from './controller/controller-builder.ts'
export { Controller, type ControllerPhase, type ControllerStatus } from './controller/controller.ts'
export type { ControllerOptions, ControllerParts } from './controller/controller-options.ts'
export {
  isTerminalError,
  TerminalError,
  type ReconcileCause,
  type ReconcileContext,
  type Reconciler,
  type Request,
  type Result,
} from './controller/reconciler.ts'
export {
  CacheSyncTimeoutError,
  ReconcileAbandonedError,
  ReconcileTimeoutError,
} from './controller/reconcile-errors.ts'
export { objectReconciler, type ObjectReconcile } from './controller/object-reconciler.ts'
export type { Source } from './controller/source.ts'
export {
  functionSource,
  informerSource,
  kindSource,
  type InformerSource,
  type KindSourceOptions,
} from './controller/sources.ts'
export {
  channelSource,
  EventChannel,
  type ChannelSourceOptions,
} from './controller/event-channel.ts'
export type {
  CreateEvent,
  DeleteEvent,
  GenericEvent,
  ObjectEvent,
  UpdateEvent,
} from './controller/object-event.ts'
export {
  enqueueMapped,
  enqueueObject,
  enqueueOwner,
  handlerFunctions,
  lowPriority,
  type EventHandler,
  type EventHandlerFunctions,
  type MapFunction,
  type OwnerHandlerOptions,
  type RequestQueue,
} from './controller/event-handler.ts'
export {
  and,
  annotationChanged,
  generationChanged,
  labelChanged,
  labelSelector,
  not,
  objectPredicate,
  or,
  predicateFunctions,
  resourceVersionChanged,
  type Predicate,
  type PredicateFunctions,
} from './controller/predicate.ts'

// Webhooks.
export {
  newWebhook,
  WebhookBuilder,
  type WebhookHost,
  type WebhookKindChoice,
  type WebhookPathOptions,
} from './webhook/webhook-builder.ts'
export type { WebhookOptions } from './webhook/webhook-options.ts'
export { WebhookServer, type WebhookServerParts } from './webhook/webhook-server.ts'
export { admissionPath } from './webhook/webhook-paths.ts'
export { admissionHandler, type AdmissionHost } from './webhook/admission/admission-handler.ts'
export type {
  AdmissionContext,
  AdmissionOperation,
  AdmissionRequest,
} from './webhook/admission/admission-request.ts'
export {
  allowed,
  denied,
  errored,
  patched,
  type AdmissionHandler,
  type AdmissionResponse,
} from './webhook/admission/admission-response.ts'
export type { Defaulter } from './webhook/admission/defaulter.ts'
export type { ValidationResult, Validator, Verdict } from './webhook/admission/validator.ts'
export { DeadlineError } from './webhook/deadline.ts'
export {
  ConversionBuilder,
  newConversion,
  type ConversionHost,
  type ConversionHubChoice,
} from './webhook/conversion/conversion-builder.ts'
export {
  ConversionError,
  KindConverter,
  type Conversion,
} from './webhook/conversion/kind-converter.ts'
export { everyField, type EveryField } from './conversion/every-field.ts'
export {
  keepOriginal,
  readOriginal,
  withoutOriginals,
  type OriginalContent,
  type VersionedObject,
} from './conversion/original.ts'
export type { ServingCertificate, ServingPair } from './certificates/serving-certificate.ts'
export { FieldPath, fieldPath } from '../apimachinery/field-path.ts'
export {
  duplicate,
  forbidden,
  internalError,
  invalid,
  invalidStatus,
  notFound,
  notSupported,
  required,
  tooFew,
  tooLong,
  tooLongCharacters,
  tooMany,
  tooShort,
  typeInvalid,
  type FieldError,
  type FieldErrorReason,
  type FieldReference,
} from '../apimachinery/field-error.ts'

// What reconcilers do often.
export {
  AlreadyOwnedError,
  controllerOf,
  hasControllerReference,
  hasOwnerReference,
  InvalidOwnerError,
  removeControllerReference,
  removeOwnerReference,
  setControllerReference,
  setOwnerReference,
  type OwnerReferenceOptions,
} from './controller/owner-references.ts'
export {
  addFinalizer,
  containsFinalizer,
  removeFinalizer,
  withFinalizer,
  type FinalizedObject,
  type FinalizerFlow,
} from './controller/finalizers.ts'
export {
  findStatusCondition,
  isStatusConditionFalse,
  isStatusConditionTrue,
  removeStatusCondition,
  setStatusCondition,
  type NewCondition,
} from './controller/conditions.ts'
export {
  createOrPatch,
  createOrUpdate,
  type CreateOrUpdateOptions,
  type Operation,
  type OperationResult,
} from './controller/create-or-update.ts'
export {
  applyChildren,
  ApplyChildrenError,
  type AppliedChildren,
  type ApplyChildrenOptions,
  type ApplyChildrenReason,
  type Child,
  type ChildKind,
  type ChildOperation,
} from './controller/children/apply-children.ts'
export { readinessOf, type Readiness } from './controller/children/readiness.ts'
export { EventBroadcaster, type EventBroadcasterOptions } from './events/event-broadcaster.ts'
export type { EventRecorder, RecordedEvent } from './events/event-recorder.ts'

// The client.
export { createClient, type ClientOptions, type ConnectedClient } from './client/create-client.ts'
export type {
  ApplyOptions,
  Client,
  DeleteOptions,
  JsonPatchOperation,
  ListOptions,
  ObjectKey,
  Patch,
  LiveReader,
  MutableObject,
  Reader,
  RequestOptions,
  ResourceOf,
  SubresourceClient,
  TypedObject,
  Untyped,
  WatchEvent,
  WatchOptions,
  WriteOptions,
  Writer,
} from './client/client.ts'
export { listAll } from './client/list-all.ts'
export {
  ResourceClient,
  SubresourceOfResource,
  type ResourcePatchOptions,
} from './client/resource-client.ts'
export { retryOnConflict, type ConflictOptions } from './client/retry-on-conflict.ts'
export {
  loadConnection,
  loadPodConnection,
  type ConnectionOptions,
} from './client/load-connection.ts'
export {
  noCredentials,
  passwordCredentials,
  tokenCredentials,
  type ClusterConnection,
  type Credentials,
  type TlsSettings,
  type TlsSource,
} from './client/connection.ts'
export { ConfigurationError } from './client/config/configuration-error.ts'
export { ConnectionError, type Transport } from './client/transport.ts'
export { NoKindMatchError } from './client/resource-mapper.ts'

// Informers and the cache.
export {
  SharedInformerFactory,
  type SharedInformerFactoryOptions,
} from './informer/shared-informer-factory.ts'
export { SharedIndexInformer } from './informer/shared-index-informer.ts'
export type {
  InformerOptions,
  InformerEnvironment,
  SharedIndexInformerOptions,
} from './informer/informer-options.ts'
export type {
  DeletedFinalStateUnknown,
  HandlerRegistration,
  IndexFunction,
  InformerStatus,
  Lister,
  MetaNamespaceKey,
  ResourceEventHandler,
  SharedInformer,
} from './informer/informer.ts'
export { metaNamespaceKey, splitMetaNamespaceKey } from './informer/meta-namespace-key.ts'
export { composeTransforms, stripManagedFields, type Transform } from './informer/transforms.ts'
export { InformerMetrics } from './informer/informer-metrics.ts'
export {
  CacheNotStartedError,
  InformerCache,
  InformerMissingError,
  type CachedKind,
  type InformerCacheOptions,
} from './cache/informer-cache.ts'
export { NamespaceNotCachedError } from './cache/kind-cache.ts'
export { FieldSelectorError } from './cache/selection.ts'
export { CachedClient, type CachedClientOptions } from './cache/cached-client.ts'

// The workqueue and leader election.
export type { QueuedKey, RateLimiter, WorkQueue } from './workqueue/workqueue.ts'
export {
  PriorityWorkQueue,
  type PriorityWorkQueueOptions,
} from './workqueue/priority-work-queue.ts'
export {
  ExponentialRateLimiter,
  type ExponentialOptions,
} from './workqueue/exponential-rate-limiter.ts'
export {
  LeaderElector,
  LeadershipLostError,
  type LeaderElectorOptions,
} from './leaderelection/leader-elector.ts'
export { FencedTransport, NotLeaderError, type LeaderFence } from './leaderelection/leader-fence.ts'
export type { ElectionTimes } from './leaderelection/election-options.ts'

// Time, logs, metrics.
export type { Clock, Timer } from './clock/clock.ts'
export { systemClock } from './clock/system-clock.ts'
export { sleep } from './clock/sleep.ts'
export type { LogFields, Logger } from './log/logger.ts'
export {
  jsonFormat,
  LineLogger,
  logLevels,
  textFormat,
  type LineLoggerOptions,
  type LogEntry,
  type LogFormat,
  type LogLevel,
} from './log/line-logger.ts'
export type {
  Counter,
  Gauge,
  Histogram,
  Labels,
  MetricOptions,
  MetricsRegistry,
} from './metrics/metric.ts'
export { PrometheusRegistry } from './metrics/prometheus-registry.ts'
