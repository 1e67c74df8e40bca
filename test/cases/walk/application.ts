import { applyChildren, newController, setStatusCondition } from 'kops/runtime'
import type { Client, DeepReadonly, Manager, ReconcileContext, Request } from 'kops/runtime'
import { Deployment } from 'kops/kubernetes/apps/v1'
import { Application } from '../../../api/apps/v1/index.ts'
import type { Dependencies } from '../../dependencies.ts'

// +kubebuilder:rbac:groups=apps.my.domain,resources=applications,verbs=get;list;watch;update;patch
// +kubebuilder:rbac:groups=apps.my.domain,resources=applications/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=apps.my.domain,resources=applications/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;update;patch;delete

/** Adds the controller to the manager. */
export function setup(manager: Manager, _dependencies: Dependencies): void {
  const { client } = manager
  newController(manager)
    .named('apps-application')
    .for(Application)
    .owns(Deployment)
    .complete((request, context) => reconcile(request, client, context))
}

/** Keeps a Deployment at the image and the replicas that an Application says, and tells how it is. */
async function reconcile(
  request: Request,
  client: Client,
  { log, signal }: ReconcileContext,
): Promise<void> {
  const application = await client.get(Application, request, { signal })
  // It is gone, and its Deployment goes with it.
  if (application === undefined) return
  // It is being deleted, and its Deployment with it: nothing is created anew.
  if (application.metadata.deletionTimestamp !== undefined) return
  const { metadata, status } = application
  const { children, isReady } = await applyChildren(application, [deploymentFor(application)], {
    client,
    kinds: [Deployment],
    fieldManager: 'application',
    signal,
  })
  const [deployment] = children
  const conditions = setStatusCondition(status?.conditions, {
    type: 'Ready',
    status: isReady ? 'True' : 'False',
    reason: isReady ? 'Ready' : 'Waiting',
    message: isReady ? 'All pods are ready.' : 'Waiting for pods.',
    observedGeneration: metadata.generation ?? 0,
  })
  const readyReplicas = (deployment?.object as Deployment).status?.readyReplicas ?? 0
  if (conditions === status?.conditions && readyReplicas === status.readyReplicas) return
  const patch = { type: 'merge', value: { status: { conditions, readyReplicas } } } as const
  await client.status.patch(Application, request, patch, { signal })
  log.info('status', { isReady, readyReplicas })
}

function deploymentFor({ metadata: { name = '', namespace }, spec }: DeepReadonly<Application>): Deployment {
  const labels = { 'app.kubernetes.io/name': name }
  const { image, replicas = 1 } = spec
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...(namespace !== undefined && { namespace }), labels },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        // Fit for namespaces that hold pods to the restricted standard.
        spec: {
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'main',
              image,
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    },
  }
}
