import type { JsonValue } from '../apimachinery/json.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { Marker } from '../markers/marker.ts'
import { reportSize } from './crd-size.ts'
import type { Artefact, Generator } from './generator.ts'
import { buildRoles, type RbacOptions } from './rbac.ts'
import { crdFileName, renderCrd } from './render-crd.ts'
import { renderManifests } from './render-manifests.ts'
import type { Sources } from './sources.ts'
import { usedRules } from './used-rules.ts'
import { buildWebhookConfigurations, type WebhookOptions } from './webhook.ts'

/** Where manifests go and what they say beside the sources. */
export interface ManifestOptions {
  /** Folders, relative to where kops works. */
  readonly crdOutput: string
  readonly rbacOutput: string
  readonly webhookOutput: string
  readonly rbac: RbacOptions
  readonly webhook: WebhookOptions
  /** Comment lines above each file, each ending in a line feed. */
  readonly header: string
}

/** What `kops manifests` writes. */
export const manifestGenerators: readonly Generator<ManifestOptions>[] = [
  {
    name: 'crd',
    doc: 'one CustomResourceDefinition for each kind, all its versions in it',
    generate: generateCrds,
  },
  {
    name: 'rbac',
    doc: 'the roles that `+kubebuilder:rbac` markers and calls of `eventRecorder` ask for',
    generate: (sources, { rbac, rbacOutput, header }, sink) => {
      const markers = markersNamed(sources, 'kubebuilder:rbac')
      // Without PROJECT markers alone decide, as with controller-gen.
      const used = rbac.always === true ? usedRules(sources.files) : []
      const objects = buildRoles(markers, { ...rbac, used }, sink)
      return oneFile({ path: join(rbacOutput, 'role.yaml'), objects, header, template: 'rbac' })
    },
  },
  {
    name: 'webhook',
    doc: 'the configurations that `+kubebuilder:webhook` markers ask for',
    generate: (sources, { webhook, webhookOutput, header }, sink) => {
      const markers = {
        webhooks: markersNamed(sources, 'kubebuilder:webhook'),
        configurations: markersNamed(sources, 'kubebuilder:webhookconfiguration'),
        companions: sources.markers.filter(({ definition }) =>
          definition.name.startsWith('kops:webhook:'),
        ),
      }
      const objects = buildWebhookConfigurations(markers, { ...webhook, crds: sources.crds }, sink)
      const path = join(webhookOutput, 'manifests.yaml')
      return oneFile({ path, objects, header, template: 'webhook' })
    },
  },
]

function generateCrds(
  { crds, kinds }: Sources,
  { crdOutput, header }: ManifestOptions,
  sink: DiagnosticSink,
): Artefact[] {
  return crds.map((crd) => {
    const content = renderCrd(crd, header)
    const { group, names } = crd.spec
    const declared = kinds.find(({ built }) => built.kind === names.kind && built.group === group)
    reportSize(crd, { yaml: content, span: declared?.built.spans.kind, sink })
    return { path: join(crdOutput, crdFileName(crd)), content, template: 'crd' }
  })
}

function markersNamed({ markers }: Sources, name: string): Marker[] {
  return markers.filter(({ definition }) => definition.name === name)
}

interface ObjectFile {
  readonly path: string
  readonly objects: readonly JsonValue[]
  readonly header: string
  readonly template: string
}

function oneFile({ path, objects, header, template }: ObjectFile): Artefact[] {
  if (objects.length === 0) return []
  return [{ path, content: renderManifests(objects, header), template }]
}

function join(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`
}
