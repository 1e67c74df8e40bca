import { pluralize } from '../apimachinery/plural.ts'
import {
  groupFolder,
  qualifiedGroup,
  type Project,
  type ProjectResource,
} from '../project/project.ts'
import type { PlannedFile } from './plan.ts'
import { sampleFile, sampleName } from './project-files.ts'
import { renderTemplate, type TemplateData } from './templates.ts'

export interface CreateApiInputs {
  /** With the new resource in it. */
  readonly project: Project
  readonly resource: ProjectResource
  /** The header as comment lines of TypeScript, empty where there is none. */
  readonly header: string
  /** Whether this is the first version of its kind: the one that the API server stores. */
  readonly isStorageVersion: boolean
  /** Whether PROJECT holds the resource already: then what a person has changed since stays as it is. */
  readonly isRecorded: boolean
  /** What stands in the place of the starter, where another version is copied. */
  readonly copied?: { readonly type: string; readonly sample?: string | undefined } | undefined
}

/** The files of a new API that people own, by what they are. */
export interface ApiFiles {
  readonly groupVersion: PlannedFile
  readonly type: PlannedFile
  readonly sample: PlannedFile
}

/** The folder of a resource's types. */
export function apiFolder(project: Project, resource: ProjectResource): string {
  return resource.path ?? `api/${groupFolder(project, resource)}/${resource.version}`
}

const templates = {
  groupVersion: 'create-api/api/{{group}}/{{version}}/groupversion.ts',
  type: 'create-api/api/{{group}}/{{version}}/{{kindFile}}.ts',
  sample: 'create-api/config/samples/{{group}}_{{version}}_{{kindFile}}.yaml',
}

export function planApiFiles(inputs: CreateApiInputs): ApiFiles {
  const { project, resource, isRecorded, copied } = inputs
  const folder = apiFolder(project, resource)
  const ifExists = isRecorded ? 'keep' : 'conflict'
  const data = apiData(inputs)
  const plan = (path: string, template: string, copy?: string): PlannedFile => {
    const content = copy ?? renderTemplate(template, data)
    return { operation: 'write', path, content, ifExists, template }
  }
  return {
    // Another kind of the same version has it already.
    groupVersion: {
      ...plan(`${folder}/groupversion.ts`, templates.groupVersion),
      ifExists: 'keep',
    },
    type: plan(`${folder}/${resource.kind.toLowerCase()}.ts`, templates.type, copied?.type),
    sample: plan(
      `config/samples/${sampleFile(project, resource)}`,
      templates.sample,
      copied?.sample,
    ),
  }
}

function apiData({ project, resource, header, isStorageVersion }: CreateApiInputs): TemplateData {
  const { kind, version, plural, api } = resource
  const resourceArguments = [
    ...(plural === pluralize(kind) ? [] : [`path=${plural}`]),
    ...(api?.namespaced === false ? ['scope=Cluster'] : []),
  ]
  return {
    header: header === '' ? '' : `${header}\n`,
    apiGroup: qualifiedGroup(resource),
    version,
    kind,
    kindFile: kind.toLowerCase(),
    sampleName: sampleName(project, resource),
    article: /^[AEIOU]/.test(kind) ? 'an' : 'a',
    isStorageVersion,
    resourceArguments: resourceArguments.join(','),
  }
}
