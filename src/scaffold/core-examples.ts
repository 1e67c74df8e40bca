import type { JsonValue } from '../apimachinery/json.ts'
import { qualifiedGroup, type ProjectResource } from '../project/project.ts'

const labels = { app: 'example' }
const podSpec = { containers: [{ name: 'main', image: 'registry.k8s.io/pause:3.10' }] }
const template = { metadata: { labels }, spec: podSpec }
const workload = { selector: { matchLabels: labels }, template }
const jobSpec = { template: { spec: { ...podSpec, restartPolicy: 'Never' } } }

/** What an object of Kubernetes' own kinds needs beside its name. */
const examples: Readonly<Record<string, Readonly<Record<string, JsonValue>>>> = {
  'apps DaemonSet': { spec: workload },
  'apps Deployment': { spec: workload },
  'apps ReplicaSet': { spec: workload },
  'apps StatefulSet': { spec: { serviceName: 'example', ...workload } },
  'batch CronJob': { spec: { schedule: '0 * * * *', jobTemplate: { spec: jobSpec } } },
  'batch Job': { spec: jobSpec },
  'core ConfigMap': {},
  'core Namespace': {},
  'core Node': {},
  'core Pod': { spec: podSpec },
  'core Secret': {},
  'core Service': { spec: { ports: [{ port: 80 }] } },
  'core ServiceAccount': {},
  'networking.k8s.io NetworkPolicy': { spec: { podSelector: {} } },
  'policy PodDisruptionBudget': { spec: { selector: { matchLabels: labels } } },
}

/**
 * An object of one of Kubernetes' own kinds for a test, as TypeScript. Empty for a kind that takes more than a few
 * words: there the test watches the controller start.
 */
export function coreExample(resource: ProjectResource, isNamespaced: boolean): string {
  const example = examples[`${qualifiedGroup(resource) || 'core'} ${resource.kind}`]
  if (!resource.core || example === undefined) return ''
  const metadata = { name: 'example', ...(isNamespaced && { namespace: 'default' }) }
  return renderTypeScript({ metadata, ...example }, '  ')
}

/** Every object and list on lines of its own, as the formatter leaves them. */
function renderTypeScript(value: JsonValue, indent: string): string {
  if (typeof value === 'string') return `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const isList = Array.isArray(value)
  const parts = Object.entries(value).map(([name, each]: [string, JsonValue]) => {
    const rendered = renderTypeScript(each, `${indent}  `)
    return `${indent}  ${isList ? '' : `${name}: `}${rendered},\n`
  })
  const [open, close] = isList ? '[]' : '{}'
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join('')}${indent}${close}`
}
