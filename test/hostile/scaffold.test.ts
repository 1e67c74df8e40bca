import { basename } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/apimachinery/json.ts'
import { toWellFormed } from '../../src/apimachinery/well-formed-text.ts'
import { DiagnosticSink } from '../../src/diagnostics/sink.ts'
import { renderHeader } from '../../src/generators/header.ts'
import {
  registeredIn,
  registrationFile,
  renderRegistration,
} from '../../src/generators/registration.ts'
import { parseProject } from '../../src/project/parse-project.ts'
import { findPathProblem } from '../../src/project/path-rules.ts'
import type { Project } from '../../src/project/project.ts'
import { planControllerFiles } from '../../src/scaffold/controller-plan.ts'
import { planApiFiles } from '../../src/scaffold/create-api-plan.ts'
import { boilerplatePath, planInit, renderLegalFiles } from '../../src/scaffold/init-plan.ts'
import type { PlannedFile } from '../../src/scaffold/plan.ts'
import { planWebhookFiles } from '../../src/scaffold/webhook-plan.ts'
import { hostileTexts, payload } from './hostile-texts.ts'
import {
  outlineDockerfile,
  outlineJson,
  outlineMakefile,
  outlineMarkdown,
  outlineYaml,
} from './outline.ts'
import { listSlots } from './slots.ts'
import { readStatements } from './statements.ts'

/*
 * The strings of a stranger's PROJECT, and what command lines bring beside it, reach the files of the scaffold. Each is
 * refused, or leaves every file with its structure.
 */

const richProject: JsonObject = {
  version: '3',
  layout: ['kops/v1'],
  domain: 'example.org',
  projectName: 'fleet',
  resources: [
    {
      group: 'ship',
      domain: 'example.org',
      version: 'v1',
      kind: 'Frigate',
      plural: 'frigates',
      path: 'api/ship/v1',
      api: { crdVersion: 'v1', namespaced: true },
      controller: true,
      controllers: [{ name: 'rigging' }],
      webhooks: {
        webhookVersion: 'v1',
        defaulting: true,
        validation: true,
        conversion: true,
        spoke: ['v1beta1'],
        defaultingPath: '/default-it',
        validationPath: '/judge-it',
      },
    },
    {
      group: 'ship',
      domain: 'example.org',
      version: 'v1beta1',
      kind: 'Frigate',
      plural: 'frigates',
      path: 'api/ship/v1beta1',
      api: { crdVersion: 'v1', namespaced: true },
    },
    {
      group: 'trade',
      domain: 'example.com',
      version: 'v1',
      kind: 'Cargo',
      plural: 'cargos',
      external: true,
      module: 'trade-types',
      controller: true,
      webhooks: { webhookVersion: 'v1', validation: true },
    },
  ],
  plugins: {
    kops: {
      numbers: 'int32',
      certificates: 'csr',
      certificateSigner: 'example.org/signer',
      networkPolicy: true,
      prometheus: true,
      license: 'mit',
      owner: 'The owner',
      foreignMarkers: ['other'],
      kubernetes: '1.37.2',
      leaderElectionId: 'fleet.example.org',
      manifests: {
        paths: ['api'],
        tsconfig: 'tsconfig.json',
        crdOutput: 'config/crd/bases',
        rbacOutput: 'config/rbac',
        webhookOutput: 'config/webhook',
        roleName: 'manager-role',
        headerFile: 'hack/boilerplate.txt',
      },
      generate: { schemaOutput: 'schemas', referenceOutput: 'docs' },
      client: { group: 'ship', version: 'v1', output: 'client' },
    },
  },
}

/** What comes beside PROJECT. */
interface Given {
  /** The value of `--kops`. */
  readonly kops?: string
  /** The text of `--license FILE`. */
  readonly boilerplate?: string
}

interface ScaffoldedFile {
  readonly path: string
  readonly content: string
}

/** What `init`, `create api`, `create webhook`, `edit` and `generate` write of one PROJECT; undefined where it is refused. */
function scaffold(
  document: JsonValue,
  { kops = '0.1.0', boilerplate }: Given = {},
): ScaffoldedFile[] | undefined {
  const sink = new DiagnosticSink()
  const project = parseProject(JSON.stringify(document), sink)
  if (project === undefined) {
    expect(sink.hasErrors).toBe(true)
    return undefined
  }
  const files = planFiles(project, boilerplate === undefined ? { kops } : { kops, boilerplate })
  // Every plan is judged by its paths before the first file is written.
  return files.some(({ path }) => findPathProblem(path) !== undefined) ? undefined : files
}

function planFiles(project: Project, { kops = '', boilerplate }: Given): ScaffoldedFile[] {
  const legal = renderLegalFiles(project, boilerplate)
  const text = boilerplate ?? legal.find(({ path }) => path === boilerplatePath)?.content ?? ''
  const header = renderHeader({ text, year: 2030 }, 'typescript')
  const folders = {
    crds: [],
    samples: [],
    configurations: [{ sort: 'validator' as const, name: 'fleet-validating' }],
  }
  const init = planInit({ project, kops: { specifier: kops }, legal, header, folders, isInitialized: false }) // prettier-ignore
  const created = project.resources.flatMap((resource) => {
    const common = { project, resource, header, isNamespaced: true }
    const isRecorded = (): boolean => false
    const api = { project, resource, header, isStorageVersion: true, isRecorded: false }
    return [
      ...(resource.api === undefined ? [] : Object.values<PlannedFile>({ ...planApiFiles(api) })),
      ...planControllerFiles({ ...common, isRecorded, hasConditions: true }),
      ...planWebhookFiles({ ...common, isRecorded }),
    ]
  })
  const planned = [...init.files, ...created].flatMap((file) =>
    file.operation === 'write' ? [{ path: file.path, content: String(file.content) }] : [],
  )
  const registration = renderRegistration(registeredIn(project), { header })
  return [...planned, { path: registrationFile, content: registration }]
}

const plain = scaffold(richProject) ?? []

const legalFiles: readonly string[] = ['LICENSE', boilerplatePath]

/** Files that a license brings or leaves out have no structure. */
function isStructured({ path }: ScaffoldedFile): boolean {
  return !legalFiles.includes(path)
}

function expectSameStructure(all: readonly ScaffoldedFile[], text: string): void {
  const files = all.filter(isStructured)
  const expected = plain.filter(isStructured)
  expect(files.length).toBe(expected.length)
  for (const [index, { content }] of files.entries()) {
    const { path, content: before } = expected[index] ?? { path: '', content: '' }
    if (content === before) continue
    const after = outlineFile(path, toWellFormed(content))
    expect(after, `${path} with ${JSON.stringify(text)}`).toEqual(outlineFile(path, before))
  }
}

function outlineFile(path: string, content: string): string[] {
  const name = basename(path)
  if (name === 'Makefile') return outlineMakefile(content)
  if (name === 'Dockerfile') return outlineDockerfile(content)
  if (name === 'Kustomization' || /\.ya?ml$/.test(name)) return outlineYaml(content, '\0')
  if (name.endsWith('.json')) return outlineJson(content, '\0')
  if (name.endsWith('.md')) return outlineMarkdown(content)
  if (!/\.m?ts$|\.mjs$/.test(name)) return []
  const { problems, active, passive, markers } = readStatements(path, content)
  const hostile = [...markers].filter((marker) => marker.includes(payload))
  return [...problems, ...active, `${passive} types and imports`, ...hostile]
}

test('plain strings give every sort of file', () => {
  const names = plain.map(({ path }) => basename(path))
  expect(names).toEqual(
    expect.arrayContaining(['Makefile', 'Dockerfile', 'ci.yml', 'package.json', 'main.ts']),
  )
  expect(plain.length).toBeGreaterThan(40)
  expectSameStructure(plain, 'plain text')
})

describe('PROJECT', () => {
  const slots = listSlots(richProject, () => false)

  test.for(slots)('$path is refused or changes no structure', (slot) => {
    for (const text of hostileTexts) {
      const files = scaffold(slot.fill(text))
      if (files !== undefined) expectSameStructure(files, text)
    }
  })
})

describe('beside PROJECT', () => {
  test.for(hostileTexts)('--kops %j changes no structure', (text) => {
    expectSameStructure(scaffold(richProject, { kops: text }) ?? [], text)
  })

  test.for(hostileTexts)('a header of %j changes no structure', (text) => {
    expectSameStructure(scaffold(richProject, { boilerplate: text }) ?? [], text)
  })
})
