import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CustomResourceDefinition } from '../../src/apimachinery/custom-resource-definition.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { renderYaml } from '../../src/manifest/render-yaml.ts'
import {
  installCustomResourceDefinitions,
  StatusError,
  type StatusCause,
} from '../../src/testing/index.ts'
import { toJson } from '../oracle/to-json.ts'
import { wantedDifferences, type WantedDifference } from '../oracle/wanted-differences.ts'
import { listCases, type CaseDocument, type CaseFolder, type Refusal } from './case-folder.ts'
import { useClient } from './provided.ts'
import { objectsOf, runCase, type CaseRun } from './run-case.ts'
import { completeDocument, sendDocument, withoutServerFields } from './send-document.ts'
import { belongsTo, judgeTwin, readGolden, renderGolden, Twins } from './twins.ts'

const cases = listCases()
const totals = { cases: 0, twins: 0, definitions: 0, accepted: 0, rejected: 0 }
const usedDifferences = new Set<WantedDifference>()

let twins: Twins | undefined

beforeAll(async () => {
  twins = await Twins.run(cases)
})

afterAll(() => {
  const { cases: all, twins: judged, definitions, accepted, rejected } = totals
  console.log(
    `${all} cases, ${judged} Go twins, ${definitions} definitions applied, ${accepted} objects accepted, ${rejected} refused`,
  )
})

// The API server holds back the first object of a new kind for two seconds: cases wait side by side.
describe.for(cases.map((each) => [each.name, each] as const))(
  'case %s',
  { concurrent: true },
  ([, folder]) => {
    let run: CaseRun
    let definitions: CustomResourceDefinition[]

    beforeAll(async () => {
      run = await runCase(folder)
      definitions = objectsOf(run).filter(
        (each): each is CustomResourceDefinition & KubernetesObject =>
          each.kind === 'CustomResourceDefinition',
      )
    })

    test.sequential('writes what want/ holds', async ({ expect: expectHere }) => {
      totals.cases += 1
      expectHere(run.exitCode, run.diagnostics).toBe(folder.settings.exitCode)
      for (const [name, content] of run.files) {
        await expectHere(content).toMatchFileSnapshot(folder.wantPath(name))
      }
      if (saysSomething(run) || existsSync(folder.wantPath('diagnostics.txt'))) {
        await expectHere(run.diagnostics).toMatchFileSnapshot(folder.wantPath('diagnostics.txt'))
      }
      expectHere(
        folder.wantedFiles.filter((name) => !run.files.has(name)),
        'stale goldens',
      ).toEqual([])
      for (const { spec } of definitions) expectHere(belongsTo(folder.name, spec.group)).toBe(true)
    })

    if (folder.hasTwin) {
      test.sequential('equals controller-gen on the Go twin', async ({ expect: expectHere }) => {
        const golden = await controllerGenObjects(folder, expectHere)
        const { unwanted, used } = judgeTwin(objectsOf(run), golden, folder)
        expectHere(unwanted).toEqual([])
        for (const each of used) usedDifferences.add(each)
        totals.twins += 1
      })
    }

    if (folder.settings.exitCode === 0) {
      test.sequential('is taken by the API server', async (context) => {
        await installCustomResourceDefinitions(useClient(context), definitions)
        totals.definitions += definitions.length
      })
    }

    test.sequential.for(titled(folder.accepted))('%s is taken', async ([, document], context) => {
      const object = completeDocument(document, definitions)
      const stored = withoutServerFields(await sendDocument(useClient(context), object))
      await expectStored(stored, { object, document, folder, expectHere: context.expect })
      totals.accepted += 1
    })

    test.sequential.for(titled(folder.rejected))('%s is refused', async ([, document], context) => {
      const client = useClient(context)
      const object = completeDocument(document, definitions)
      if (document.refusal === undefined) {
        await sendDocument(client, object)
        return
      }
      const answer = await sendDocument(client, object).catch((error: unknown) => error)
      expectRefusal(answer, document.refusal, context.expect)
      totals.rejected += 1
    })
  },
)

test('every wanted difference from controller-gen is needed', () => {
  const unused = wantedDifferences.filter((each) => !usedDifferences.has(each))
  expect(unused.map((each) => each.reason)).toEqual([])
})

function titled(documents: readonly CaseDocument[]): (readonly [string, CaseDocument])[] {
  return documents.map((document) => [document.title, document] as const)
}

/** controller-gen's objects: made now and held against the golden, or the golden where there is no Go. */
async function controllerGenObjects(
  folder: CaseFolder,
  expectHere: typeof expect,
): Promise<readonly KubernetesObject[]> {
  if (twins === undefined) return readGolden(folder)
  const { objects, complaints } = twins.outputOf(folder)
  expectHere(complaints).toEqual([])
  await expectHere(renderGolden(objects, folder)).toMatchFileSnapshot(
    folder.wantPath('controller-gen.yaml'),
  )
  return objects
}

function saysSomething({ diagnostics, exitCode }: CaseRun): boolean {
  return exitCode !== 0 || /^(error|warning)\[/m.test(diagnostics)
}

/** The server hands back what it was sent, or what a golden beside the document says. */
async function expectStored(
  stored: KubernetesObject,
  sent: {
    object: KubernetesObject
    document: CaseDocument
    folder: CaseFolder
    expectHere: typeof expect
  },
): Promise<void> {
  const golden = `${sent.folder.path}/${sent.document.goldenPath}`
  const isUnchanged = renderYaml(toJson(stored)) === renderYaml(toJson(sent.object))
  if (isUnchanged && !existsSync(golden)) return
  await sent.expectHere(renderYaml(toJson(stored))).toMatchFileSnapshot(golden)
}

function expectRefusal(answer: unknown, refusal: Refusal, expectHere: typeof expect): void {
  if (!(answer instanceof StatusError)) throw new Error('the server took it', { cause: answer })
  if (refusal.field === undefined) {
    expectHere(answer.reason).toBe(refusal.reason)
    return
  }
  const causes = answer.causes.map((cause) => ({ field: fieldOf(cause), reason: cause.reason }))
  expectHere(causes, answer.message).toContainEqual(refusal)
}

/** What breaks a format or a `oneOf` has its field in the message alone. */
function fieldOf({ field, message = '' }: StatusCause): string | undefined {
  if (field !== '<nil>') return field
  const found = /must be of type .* in (\S+)$|"(\S+)" must /.exec(message)
  return found?.[1] ?? found?.[2]
}
