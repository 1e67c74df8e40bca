import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import type { Client } from '../../../src/runtime/client/client.ts'
import type { FieldError } from '../../../src/apimachinery/field-error.ts'
import type { CustomResourceDefinition } from '../../../src/apimachinery/custom-resource-definition.ts'
import { installCustomResourceDefinitions } from '../../../src/testing/index.ts'
import { parseYaml } from '../../../src/manifest/parse-yaml.ts'
import { linkDependencies } from '../../cli/link-dependencies.ts'
import { runKops, scratchFolder } from '../../cli/run-kops.ts'
import { useClient } from '../provided.ts'
import { useRuntimeClient } from '../runtime/cluster.ts'
import { writePageFiles } from './page-programs.ts'

/*
 * The examples of docs/generators.md: generated, type-checked under `strict`, and run.
 */

const page = 'docs/generators.md'
const tsconfig = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    outDir: 'dist',
    rootDir: '.',
    types: ['node'],
  },
  include: ['api', 'src'],
}

interface ApplyProgram {
  readonly applyShop: (client: Client) => Promise<{ spec: { limit?: number; ports?: object[] } }>
}

interface ValidateProgram {
  readonly problems: readonly string[]
  readonly completed: { limit?: number; ports?: { protocol?: string }[] }
  readonly later: readonly FieldError[]
  readonly unchecked: readonly object[]
}

async function buildPage(): Promise<string> {
  const folder = scratchFolder({
    'package.json': '{ "type": "module" }\n',
    'tsconfig.json': JSON.stringify(tsconfig),
  })
  linkDependencies(folder)
  expect(writePageFiles(page, folder)).toHaveLength(3)
  const line = /^kops generate --paths .*$/m.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
  const run = await runKops(line.split(' ').slice(1), { directory: folder })
  expect(run, run.stderr).toMatchObject({ exitCode: 0, stderr: '' })
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const checked = await execa(process.execPath, [compiler, '-p', '.'], {
    cwd: folder,
    reject: false,
  })
  expect(checked.stdout).toBe('')
  return folder
}

function load<Program>(folder: string, name: string): Promise<Program> {
  return import(pathToFileURL(join(folder, `dist/src/${name}.js`)).href) as Promise<Program>
}

test('the examples of docs/generators.md do what the page says', async (context) => {
  const folder = await buildPage()
  for (const path of ['config/schemas/all.json', 'docs/api/apps.shop.example.org_v1.md']) {
    expect(existsSync(join(folder, path)), path).toBe(true)
  }
  const program = await load<ValidateProgram>(folder, 'validate')
  const shown = /^`problems` is\n\n```\n([\s\S]*?)^```/m.exec(readFileSync(page, 'utf8'))?.[1]
  expect(`${program.problems.join('\n')}\n`).toBe(shown)
  expect(program.completed).toMatchObject({ limit: 10, ports: [{ protocol: 'TCP' }] })
  expect(program.later).toEqual([])
  expect(program.unchecked).toEqual([])
  await applyExample(folder, context)
})

/** The API server takes the apply configuration, and fills in what it leaves out. */
async function applyExample(
  folder: string,
  context: Parameters<typeof useClient>[0],
): Promise<void> {
  const run = await runKops(['manifests', '--paths', 'api'], { directory: folder })
  expect(run.exitCode, run.stderr).toBe(0)
  const path = join(folder, 'config/crd/bases/apps.shop.example.org_applications.yaml')
  const [document] = parseYaml(readFileSync(path, 'utf8'))
  await installCustomResourceDefinitions(useClient(context), [
    document?.value as unknown as CustomResourceDefinition,
  ])
  const { applyShop } = await load<ApplyProgram>(folder, 'apply')
  const { client } = useRuntimeClient(context)
  const stored = await applyShop(client)
  expect(stored.spec).toMatchObject({ limit: 10, ports: [{ name: 'http', protocol: 'TCP' }] })
}
