import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { linkDependencies } from '../../cli/link-dependencies.ts'
import { generatedFolder } from './generated-folder.ts'

/*
 * What is generated compiles under `strict`, says no to what it should, and is what `client.apply` takes.
 */

const use = String.raw`import type { ApplyConfiguration } from 'kops'
import type { Client } from 'kops/runtime'
import { Record } from './api/v1/index.ts'
import type { RecordApplyConfiguration } from './api/v1/zz_generated.apply.ts'
import { defaultRecord, validateRecord } from './api/v1/zz_generated.validators.ts'

const identity = { apiVersion: 'awkward.example.org/v1', kind: 'Record', metadata: { name: 'a' } } as const

export const right: RecordApplyConfiguration = {
  ...identity,
  spec: {
    named: { 'a-b': 'x', 'with space': 1 },
    phase: 'Ready',
    pull: 'Always',
    policyOf: 'Never',
    shape: { kind: 'circle', radius: 1 },
    own: { size: 1 },
    core: { containers: [{ name: 'a', ports: [{ containerPort: 80 }] }] },
    deployment: { selector: { matchLabels: { a: 'b' } }, template: {} },
    env: [{ name: 'A' }],
    items: [{ id: 1 }],
    prefix: 'x-1',
    choice: "it's",
    port: '10%',
  },
  status: { conditions: [{ type: 'Ready', status: 'True' }] },
}

/** The generated type is one that the client knows, for whole objects as well. */
export const known: ApplyConfiguration<Record> = right
export async function apply(client: Client, whole: Record): Promise<Record[]> {
  return [
    await client.apply(Record, right),
    await client.apply(Record, whole),
    await client.apply(Record, { ...identity, spec: { words: ['a'] } }),
    await client.status.apply(Record, { ...identity, status: right.status ?? {} }),
  ]
}

export async function applyWrong(client: Client): Promise<void> {
  // @ts-expect-error -- no such field
  await client.apply(Record, { ...identity, spec: { wordz: ['a'] } })
  // @ts-expect-error -- no such value
  await client.apply(Record, { ...identity, spec: { number: 3 } })
  // @ts-expect-error -- no name
  await client.apply(Record, { ...identity, metadata: {}, spec: {} })
}

type Spec = NonNullable<RecordApplyConfiguration['spec']>
export const wrong: Spec[] = [
  // @ts-expect-error -- the list's keys are missing
  { items: [{ note: 'a' }] },
  // @ts-expect-error -- an item of a list that is replaced as a whole has to be complete
  { env: [{ value: 'a' }] },
  // @ts-expect-error -- a key of a list in one of Kubernetes' types
  { core: { containers: [{ image: 'a' }] } },
  // @ts-expect-error -- a wrong prefix
  { prefix: 'y-1' },
  // @ts-expect-error -- a wrong name
  { named: { 'b-a': 'x' } },
  // @ts-expect-error -- not one of the constants
  { core: { restartPolicy: 'Sometimes' } },
]

export const completed: Record = defaultRecord({ ...right })
export const messages: string[] = validateRecord(right).map(({ field, message }) => field + message)
`

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  verbatimModuleSyntax: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  types: ['node'],
}

test('generated types compile, and a wrong key is an error', async () => {
  const folder = await generatedFolder()
  linkDependencies(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(join(folder, 'use.ts'), use)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['api', 'use.ts'] }),
  )
  const compiler = resolve('node_modules/typescript/bin/tsc')
  const run = await execa(process.execPath, [compiler, '-p', '.'], { cwd: folder, reject: false })
  expect(run.stdout).toBe('')
})
