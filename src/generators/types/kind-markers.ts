import { compareVersionPriority } from '../../apimachinery/api-version.ts'
import type {
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
  PrinterColumn,
} from '../../apimachinery/custom-resource-definition.ts'
import { pluralize } from '../../apimachinery/plural.ts'
import { conversionMarkers } from './conversion-markers.ts'
import { hasLoosePaths } from './loose-paths.ts'
import { listText, stringText, wordListText, wordText } from './marker-text.ts'

/*
 * What a definition says around its schemas, as markers above the kind. What holds for all versions
 * stands on the one that objects are stored in.
 */

export function kindMarkers(
  crd: CustomResourceDefinition,
  version: CustomResourceDefinitionVersion,
): string[] {
  return [
    ...(version.storage ? definitionMarkers(crd) : []),
    ...servingMarkers(version),
    ...subresourceMarkers(version),
    ...(hasLoosePaths(version) ? ['kops:resource:paths=unchecked'] : []),
    ...(version.additionalPrinterColumns ?? []).map(columnMarker),
    ...(version.selectableFields ?? []).map(
      ({ jsonPath }) => `kubebuilder:selectablefield:JSONPath=${stringText(jsonPath)}`,
    ),
  ]
}

function definitionMarkers(crd: CustomResourceDefinition): string[] {
  const { metadata } = crd
  return [
    ...resourceMarkers(crd),
    ...pairMarkers('annotations', metadata.annotations),
    ...pairMarkers('labels', metadata.labels),
    ...conversionMarkers(crd),
    'kubebuilder:storageversion',
  ]
}

function resourceMarkers({ spec }: CustomResourceDefinition): string[] {
  const { kind, plural, singular, shortNames = [], categories = [], listKind } = spec.names
  const settings = [
    ...(plural === pluralize(kind) ? [] : [`path=${wordText(plural)}`]),
    ...(singular === kind.toLowerCase() ? [] : [`singular=${wordText(singular)}`]),
    ...(spec.scope === 'Namespaced' ? [] : [`scope=${wordText(spec.scope)}`]),
    ...(shortNames.length === 0 ? [] : [`shortName=${wordListText(shortNames)}`]),
    ...(categories.length === 0 ? [] : [`categories=${wordListText(categories)}`]),
  ]
  const order = spec.versions.map(({ name }) => name)
  const special = [
    ...(listKind === `${kind}List` ? [] : [`listKind=${wordText(listKind)}`]),
    ...(isByPriority(order) ? [] : [`versions=${wordListText(order)}`]),
  ]
  return [
    ...(settings.length === 0 ? [] : [`kubebuilder:resource:${settings.join(',')}`]),
    ...(special.length === 0 ? [] : [`kops:resource:${special.join(',')}`]),
  ]
}

function isByPriority(versions: readonly string[]): boolean {
  return versions.every(
    (version, index) =>
      index === 0 || compareVersionPriority(versions[index - 1] ?? '', version) <= 0,
  )
}

function pairMarkers(
  name: 'annotations' | 'labels',
  pairs: Readonly<Record<string, string>> = {},
): string[] {
  return Object.entries(pairs)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, value]) => `kubebuilder:metadata:${name}=${listText([`${key}=${value}`])}`)
}

function servingMarkers(version: CustomResourceDefinitionVersion): string[] {
  const { served, deprecated, deprecationWarning } = version
  const warning =
    deprecationWarning === undefined ? '' : `:warning=${stringText(deprecationWarning)}`
  return [
    ...(served ? [] : ['kubebuilder:unservedversion']),
    ...(deprecated === true ? [`kubebuilder:deprecatedversion${warning}`] : []),
  ]
}

function subresourceMarkers({ subresources }: CustomResourceDefinitionVersion): string[] {
  const { status, scale } = subresources ?? {}
  if (subresources !== undefined && status === undefined && scale === undefined) {
    return ['kops:resource:subresources=none']
  }
  const markers = status === undefined ? [] : ['kubebuilder:subresource:status']
  if (scale === undefined) return markers
  const { specReplicasPath, statusReplicasPath, labelSelectorPath } = scale
  const paths = [
    `specpath=${wordText(specReplicasPath)}`,
    `statuspath=${wordText(statusReplicasPath)}`,
    ...(labelSelectorPath === undefined ? [] : [`selectorpath=${wordText(labelSelectorPath)}`]),
  ]
  return [...markers, `kubebuilder:subresource:scale:${paths.join(',')}`]
}

function columnMarker(column: PrinterColumn): string {
  const { name, type, jsonPath, format, description, priority } = column
  return `kubebuilder:printcolumn:${[
    `name=${stringText(name)}`,
    `type=${wordText(type)}`,
    ...(format === undefined ? [] : [`format=${wordText(format)}`]),
    `JSONPath=${stringText(jsonPath)}`,
    ...(description === undefined ? [] : [`description=${stringText(description)}`]),
    ...(priority === undefined ? [] : [`priority=${String(priority)}`]),
  ].join(',')}`
}
