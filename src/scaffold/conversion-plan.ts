import { posix } from 'node:path'
import type { CustomResourceDefinition } from '../apimachinery/custom-resource-definition.ts'
import {
  conversionFile,
  projectConversions,
  type ProjectSpoke,
} from '../project/project-webhooks.ts'
import { qualifiedGroup, type Project, type ProjectResource } from '../project/project.ts'
import { draftFields, type Direction, type DraftedVersion } from './conversion-draft.ts'
import { renderConstant } from './kind-names.ts'
import type { IfExists, PlannedFile } from './plan.ts'
import { crdFolder } from './project-files.ts'
import { renderTemplate, type TemplateData } from './templates.ts'

export interface ConversionInputs {
  /** With the conversion in it. */
  readonly project: Project
  readonly hub: ProjectResource
  /** The header as comment lines of TypeScript, empty where there is none. */
  readonly header: string
  /** Of the kind, all its versions in it. */
  readonly crd: CustomResourceDefinition
  /** Whether PROJECT held this spoke before: then what a person has changed since stays as it is. */
  readonly isRecorded: (path: string) => boolean
}

const folder = 'create-webhook/api/{{group}}/{{version}}'

/** A drafted conversion and its test for every spoke of a hub. */
export function planConversionFiles(inputs: ConversionInputs): PlannedFile[] {
  const { project, hub, isRecorded } = inputs
  const own = projectConversions(project).find((each) => each.hub === hub)
  return (own?.spokes ?? []).flatMap((spoke) => {
    const data = conversionData(spoke, inputs)
    const ifExists: IfExists = isRecorded(spoke.path) ? 'keep' : 'conflict'
    const plan = (path: string, template: string): PlannedFile => {
      const content = renderTemplate(template, data)
      return { operation: 'write', path, content, ifExists, template }
    }
    const template = `${folder}/{{kindFile}}.conversion`
    return [
      plan(spoke.path, `${template}.ts`),
      plan(conversionTestFile(spoke.resource), `${template}.test.ts`),
    ]
  })
}

/** The file that shows what a conversion loses. */
export function conversionTestFile(resource: ProjectResource): string {
  return conversionFile(resource).replace(/\.ts$/, '.test.ts')
}

function conversionData(
  { resource: spoke }: ProjectSpoke,
  { project, hub, header, crd }: ConversionInputs,
): TemplateData {
  const { kind, path = '', version } = spoke
  const [ofHub, ofSpoke] = [draftedVersion(crd, hub.version), draftedVersion(crd, version)]
  const to: Direction = { from: ofSpoke, to: ofHub, toType: 'Hub', fromVariable: 'spoke' }
  const from: Direction = { from: ofHub, to: ofSpoke, toType: 'Spoke', fromVariable: 'hub' }
  const apiGroup = qualifiedGroup(spoke)
  const drafted = draftBodies({ to, from, apiGroup, kind })
  const definition = `${crdFolder(project)}/${apiGroup}_${spoke.plural}.yaml`
  return {
    header: header === '' ? '' : `${header}\n`,
    ...drafted,
    hubImport: kind === 'Hub' ? kind : `${kind} as Hub`,
    spokeImport: kind === 'Spoke' ? kind : `${kind} as Spoke`,
    hubModule: `${posix.relative(path, hub.path ?? '')}/index.ts`,
    hubVersion: hub.version,
    version,
    kindFile: kind.toLowerCase(),
    constCrd: renderConstant('', 'crd', definition),
  }
}

function draftedVersion({ spec }: CustomResourceDefinition, version: string): DraftedVersion {
  const found = spec.versions.find(({ name }) => name === version)
  return { version, schema: found?.schema.openAPIV3Schema ?? {} }
}

interface DraftedDirections {
  readonly to: Direction
  readonly from: Direction
  readonly apiGroup: string
  readonly kind: string
}

/** Where one way has nothing to take a field from, the other leaves the original behind for it. */
function draftBodies({ to, from, apiGroup, kind }: DraftedDirections): TemplateData {
  const [fieldsTo, fieldsFrom] = [draftFields(to), draftFields(from)]
  const render = (direction: Direction, reads: boolean, keeps: boolean): string =>
    renderBody(direction, {
      lines: (direction === to ? fieldsTo : fieldsFrom).lines,
      reads,
      keeps,
      apiGroup,
      kind,
    })
  const names = [
    'everyField',
    ...(fieldsTo.needsOriginal || fieldsFrom.needsOriginal ? ['keepOriginal', 'readOriginal'] : []),
    ...(fieldsTo.needsOriginal !== fieldsFrom.needsOriginal ? ['withoutOriginals'] : []),
  ]
  return {
    runtimeNames: names.join(', '),
    toBody: render(to, fieldsTo.needsOriginal, fieldsFrom.needsOriginal),
    fromBody: render(from, fieldsFrom.needsOriginal, fieldsTo.needsOriginal),
  }
}

interface Body {
  readonly lines: readonly string[]
  /** Whether it takes fields from the original that the other way has kept. */
  readonly reads: boolean
  /** Whether it keeps the original for the other way. */
  readonly keeps: boolean
  readonly apiGroup: string
  readonly kind: string
}

function renderBody(direction: Direction, { lines, reads, keeps, apiGroup, kind }: Body): string {
  const { to, toType, fromVariable } = direction
  const apiVersion = `${apiGroup}/${to.version}`
  const metadata = `${fromVariable}.metadata`
  const read = `  const original = readOriginal<${toType}>(${fromVariable}, '${apiVersion}')`
  const made = keeps ? `  const ${toType.toLowerCase()} =` : '  return'
  return [
    ...(reads ? [read] : []),
    `${made} everyField<${toType}>({`,
    `    apiVersion: '${apiVersion}',`,
    `    kind: '${kind}',`,
    `    metadata: ${reads && !keeps ? `withoutOriginals(${metadata})` : metadata},`,
    ...lines,
    '  })',
    ...(keeps ? [`  return keepOriginal(${toType.toLowerCase()}, ${fromVariable})`] : []),
  ].join('\n')
}
