import {
  projectControllers,
  qualifiedGroup,
  type Project,
  type ProjectController,
  type ProjectResource,
} from '../project/project.ts'
import { coreExample } from './core-examples.ts'
import {
  articleFor,
  importKind,
  renderCall,
  renderConstant,
  typesModule,
  variableFor,
} from './kind-names.ts'
import type { PlannedFile } from './plan.ts'
import { crdFolder, sampleFile, sampleName } from './project-files.ts'
import { renderTemplate, type TemplateData } from './templates.ts'

export interface ControllerInputs {
  /** With the resource and its controllers in it. */
  readonly project: Project
  readonly resource: ProjectResource
  /** The header as comment lines of TypeScript, empty where there is none. */
  readonly header: string
  /** Whether the kind's status has conditions, which the controller then sets. */
  readonly hasConditions: boolean
  readonly isNamespaced: boolean
  /** Whether PROJECT held this controller before: then what a person has changed since stays as it is. */
  readonly isRecorded: (id: string) => boolean
}

/** What the starter of a controller may do with a resource: one RBAC marker, and one rule of the role. */
export interface ControllerRule {
  readonly group: string
  readonly resource: string
  readonly verbs: readonly string[]
}

const templates = {
  controller: 'create-api/src/controllers/{{group}}/{{controllerFile}}.ts',
  test: 'create-api/src/controllers/{{group}}/{{controllerFile}}.test.ts',
}

/** The files of every controller that a resource has. */
export function planControllerFiles(inputs: ControllerInputs): PlannedFile[] {
  const { project, resource } = inputs
  const own = projectControllers(project).filter((each) => each.resource === resource)
  return own.flatMap((controller) => {
    const data = controllerData(controller, inputs)
    const ifExists = inputs.isRecorded(controller.id) ? 'keep' : 'conflict'
    const plan = (path: string, template: string): PlannedFile => {
      const content = renderTemplate(template, data)
      return { operation: 'write', path, content, ifExists, template }
    }
    const testPath = controller.path.replace(/\.ts$/, '.test.ts')
    return [plan(controller.path, templates.controller), plan(testPath, templates.test)]
  })
}

/** The rules that the starter of a controller asks for. */
export function controllerRules(resource: ProjectResource): ControllerRule[] {
  const group = qualifiedGroup(resource)
  const { plural } = resource
  const read = ['get', 'list', 'watch']
  // What another project writes, it also writes the status of.
  if (resource.core || resource.external) return [{ group, resource: plural, verbs: read }]
  return [
    { group, resource: plural, verbs: [...read, 'update', 'patch'] },
    { group, resource: `${plural}/status`, verbs: ['get', 'update', 'patch'] },
    { group, resource: `${plural}/finalizers`, verbs: ['update'] },
  ]
}

/** Names that the templates use for something else. */
const takenNames: ReadonlySet<string> = new Set([
  'Client',
  'Dependencies',
  'Manager',
  'Promise',
  'ReconcileContext',
  'Request',
])

function controllerData(
  { name, id }: ProjectController,
  { project, resource, header, hasConditions, isNamespaced }: ControllerInputs,
): TemplateData {
  const { kind } = resource
  const sample = `config/samples/${sampleFile(project, resource)}`
  const controllerName = id.replaceAll(/[^a-z0-9-]/g, '-')
  const example = coreExample(resource, isNamespaced)
  const isOwn = !resource.core && !resource.external
  return {
    header: header === '' ? '' : `${header}\n`,
    ...importKind(kind, takenNames),
    module: typesModule(project, resource, '../../../'),
    object: variableFor(kind),
    article: articleFor(kind),
    controllerName,
    constName: renderConstant('  ', 'name', controllerName),
    named: renderCall('    ', '.named', controllerName),
    controllerFile: name,
    hasConditions,
    runtimeNames: hasConditions ? 'newController, setStatusCondition' : 'newController',
    namespace: isNamespaced ? 'default' : '',
    isOwn,
    isExternal: resource.external,
    crdFolder: isOwn ? crdFolder(project) : resource.external ? 'external/crds' : '',
    createSample: renderCall('  ', 'await running.create', sample),
    sampleName: sampleName(project, resource),
    example,
    canCreate: isOwn || example !== '',
    importsKind: hasConditions || example !== '',
    rules: controllerRules(resource).map(({ group, resource: resourceName, verbs }) => ({
      group: group === '' ? 'core' : group,
      resource: resourceName,
      verbs: verbs.join(';'),
    })),
  }
}
