import type { Project } from '../project/project.ts'
import { licenses, renderBoilerplate, renderCopyright } from './licenses.ts'
import type { Plan, PlannedFile } from './plan.ts'
import { crdFolder, planProjectFiles, type ListedFolders } from './project-files.ts'
import { renderTemplate, renderTemplates } from './templates.ts'

/** What a new project depends on to run kops. */
export interface KopsDependency {
  /** As it stands in package.json. */
  readonly specifier: string
  /** The packed copy that the specifier names, where kops is on no registry. */
  readonly vendored?: { readonly path: string; readonly content: Uint8Array } | undefined
}

export interface InitInputs {
  readonly project: Project
  readonly kops: KopsDependency
  /** The licence and the header of new source files. */
  readonly legal: readonly LegalFile[]
  /** The header as comment lines of TypeScript. */
  readonly header: string
  readonly folders: ListedFolders
  /** Whether PROJECT is there: then what a person has changed since stays as it is. */
  readonly isInitialized: boolean
}

/** The name of the Lease by which replicas of the manager choose one: chosen once, and kept in PROJECT and main. */
export function leaderElectionId({
  projectName,
  domain,
}: Pick<Project, 'projectName' | 'domain'>): string {
  return `${projectName}.${domain}`
}

/** Files that a folder may bring along: they are kept, and said to be. */
const keptFiles: ReadonlySet<string> = new Set(['.gitignore', 'LICENSE', 'README.md'])

/** The files of `kops init`, PROJECT and what the generators write apart. */
export function planInit(inputs: InitInputs): Plan {
  const { project, kops, legal, header, isInitialized } = inputs
  const templates = renderTemplates('init', {
    projectName: project.projectName,
    namespace: `${project.projectName}-system`,
    kopsSpecifier: kops.specifier,
    crdFolder: crdFolder(project),
    leaderElectionId: project.settings.leaderElectionId ?? leaderElectionId(project),
    header: header === '' ? '' : `${header}\n`,
  })
  const vendored = kops.vendored === undefined ? [] : [{ ...kops.vendored, template: 'kops' }]
  const files = [...templates, ...legal, ...vendored].map((file): PlannedFile => ({
    operation: 'write',
    ...file,
    ifExists: isInitialized || keptFiles.has(file.path) ? 'keep' : 'conflict',
  }))
  return { files: [...files, ...planProjectFiles(project, inputs.folders)] }
}

export interface LegalFile {
  readonly path: string
  readonly content: string
  readonly template: string
}

/** The path of the text that new source files begin with. */
export const boilerplatePath = 'hack/boilerplate.txt'

/** The licence and the header of new source files. `licenseHeader` is the text of `--license FILE`. */
export function renderLegalFiles(project: Project, licenseHeader?: string): LegalFile[] {
  const { license: name, owner, year } = project.settings
  const license = licenses.get(name)
  const copyright = { owner, year, projectName: project.projectName }
  const boilerplate =
    license === undefined ? (licenseHeader ?? '') : renderBoilerplate(license, copyright)
  const files: LegalFile[] = []
  if (boilerplate !== '') {
    files.push({ path: boilerplatePath, content: boilerplate, template: 'boilerplate' })
  }
  if (license !== undefined) {
    const { template } = license
    const content = renderTemplate(template, { copyright: renderCopyright(copyright) })
    files.push({ path: 'LICENSE', content, template })
  }
  return files
}
