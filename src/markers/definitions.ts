import { beyondGoDefinitions } from './definitions/beyond-go.ts'
import { clientDefinitions } from './definitions/client.ts'
import { declarativeValidationDefinitions } from './definitions/declarative-validation.ts'
import { goCodeDefinitions, goRemarkDefinitions } from './definitions/go.ts'
import { packageDefinitions } from './definitions/package.ts'
import { presenceDefinitions } from './definitions/presence.ts'
import { rbacDefinitions } from './definitions/rbac.ts'
import { resourceDefinitions } from './definitions/resource.ts'
import { topologyDefinitions } from './definitions/topology.ts'
import { specialValidationDefinitions, validationDefinitions } from './definitions/validation.ts'
import { webhookDefinitions } from './definitions/webhook.ts'
import type { MarkerDefinition } from './marker.ts'

/** Rows of one subject, as help and documentation group them. */
export interface MarkerGroup {
  readonly title: string
  readonly definitions: readonly MarkerDefinition[]
}

/** The table of markers. A new marker is a new row in one of these lists. */
export const markerGroups: readonly MarkerGroup[] = [
  { title: 'Package', definitions: packageDefinitions },
  { title: 'Custom resource', definitions: resourceDefinitions },
  { title: 'Presence and defaults', definitions: presenceDefinitions },
  { title: 'Validation', definitions: validationDefinitions },
  { title: 'Validation, special', definitions: specialValidationDefinitions },
  { title: 'Server-side apply', definitions: topologyDefinitions },
  { title: 'Beyond controller-gen', definitions: beyondGoDefinitions },
  { title: 'RBAC', definitions: rbacDefinitions },
  { title: 'Webhooks', definitions: webhookDefinitions },
  { title: 'Typed client', definitions: clientDefinitions },
  { title: 'Go code, without effect here', definitions: goCodeDefinitions },
  { title: 'Remarks, without effect here', definitions: goRemarkDefinitions },
  {
    title: "Kubernetes' own API server, without effect here",
    definitions: declarativeValidationDefinitions,
  },
]

/** Every marker that kops knows. */
export const markerDefinitions: readonly MarkerDefinition[] = markerGroups.flatMap(
  ({ definitions }) => definitions,
)

const byName = new Map(markerDefinitions.map((definition) => [definition.name, definition]))

const byTag = new Map(
  markerDefinitions.flatMap((definition) =>
    definition.tag === undefined ? [] : [[definition.tag, definition] as const],
  ),
)

/** The row of a marker's full name, without `+`. */
export function findMarker(name: string): MarkerDefinition | undefined {
  return byName.get(name)
}

/** The row that a JSDoc tag is the second name of, without `@`. */
export function findTag(tag: string): MarkerDefinition | undefined {
  return byTag.get(tag)
}

const namePrefixes = new Set(
  markerDefinitions.flatMap(({ name }) => (name.includes(':') ? [firstSegment(name)] : [])),
)

/** Whether a name begins like the names of the table: `kubebuilder:`, `k8s:`, `genclient:`. */
export function hasKnownPrefix(name: string): boolean {
  return name.includes(':') && namePrefixes.has(firstSegment(name))
}

function firstSegment(name: string): string {
  return name.slice(0, name.indexOf(':'))
}
