import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonValue } from '../../src/apimachinery/json.ts'
import type { KubernetesObject } from '../../src/apimachinery/kubernetes-object.ts'
import { renderYamlDocuments } from '../../src/manifest/render-yaml.ts'
import { compareValues, type Difference } from '../oracle/compare-objects.ts'
import {
  controllerGenVersion,
  hasGo,
  readObjects,
  TwinModule,
  type ControllerGenOutput,
} from '../oracle/controller-gen.ts'
import { toJson } from '../oracle/to-json.ts'
import { wantedDifferences, type WantedDifference } from '../oracle/wanted-differences.ts'
import type { CaseFolder } from './case-folder.ts'

/**
 * controller-gen's word on every twin. Twins that want the same generators, and none that merge what
 * several packages say, are judged in one run: a run costs a second, a twin more costs nothing.
 */
export class Twins {
  readonly #outputs: ReadonlyMap<string, ControllerGenOutput>

  private constructor(outputs: ReadonlyMap<string, ControllerGenOutput>) {
    this.#outputs = outputs
  }

  /** Runs the twins; without Go, `undefined`. */
  static async run(cases: readonly CaseFolder[]): Promise<Twins | undefined> {
    const withTwin = cases.filter((each) => each.hasTwin)
    if (withTwin.length === 0 || !(await hasGo())) return undefined
    const module = await TwinModule.create(
      Object.fromEntries(withTwin.map((each) => [each.name, each.goPath])),
    )
    try {
      const outputs = new Map<string, ControllerGenOutput>()
      for (const batch of groupByGenerators(withTwin)) {
        const paths = batch.map((each) => `./${each.name}/...`)
        const output = await module.run(batch[0]?.settings.controllerGen ?? [], paths)
        for (const each of batch) outputs.set(each.name, ownPart(output, each))
      }
      return new Twins(outputs)
    } finally {
      await module.remove()
    }
  }

  /** What controller-gen made of one case's twin. */
  outputOf({ name }: CaseFolder): ControllerGenOutput {
    return this.#outputs.get(name) ?? { objects: [], complaints: ['was not run'] }
  }
}

function groupByGenerators(cases: readonly CaseFolder[]): CaseFolder[][] {
  const batches = new Map<string, CaseFolder[]>()
  for (const each of cases) {
    const { controllerGen } = each.settings
    const isAlone = controllerGen.some((generator) => !generator.startsWith('crd'))
    const key = isAlone ? each.name : controllerGen.join(' ')
    batches.set(key, [...(batches.get(key) ?? []), each])
  }
  return [...batches.values()]
}

/** The objects of the case's own groups, and the complaints about its own packages. */
function ownPart(output: ControllerGenOutput, folder: CaseFolder): ControllerGenOutput {
  const isOwn = ({ kind, spec }: KubernetesObject): boolean =>
    kind !== 'CustomResourceDefinition' || belongsTo(folder.name, groupOf(spec))
  return {
    objects: output.objects.filter(isOwn),
    complaints: output.complaints.filter((line) => line.startsWith(`${folder.name}/`)),
  }
}

function groupOf(spec: unknown): string {
  return typeof spec === 'object' && spec !== null && 'group' in spec ? String(spec.group) : ''
}

/** Whether a group is the case's: `<case>.cases.kops.dev` or below it. */
export function belongsTo(caseName: string, group: string): boolean {
  const own = `${caseName}.cases.kops.dev`
  return group === own || group.endsWith(`.${own}`)
}

/** controller-gen's objects as a golden file, under what they were made from. */
export function renderGolden(objects: readonly KubernetesObject[], folder: CaseFolder): string {
  const head = `# controller-gen ${controllerGenVersion}\n# sources sha256:${folder.hashTwin()}\n`
  return head + renderYamlDocuments(sortObjects(objects).map(toJson))
}

/** The objects of a golden file; fails where the Go sources have changed since it was written. */
export function readGolden(folder: CaseFolder): KubernetesObject[] {
  const text = readFileSync(folder.wantPath('controller-gen.yaml'), 'utf8')
  if (!text.includes(`sources sha256:${folder.hashTwin()}\n`)) {
    throw new Error(
      'the twin has changed since its golden was written: run this on a machine with Go',
    )
  }
  return readObjects(text)
}

/** A difference that no row of the wanted ones covers. */
export interface Judgement {
  readonly unwanted: readonly Difference[]
  /** Rows that covered something. */
  readonly used: ReadonlySet<WantedDifference>
}

/** Compares kops's objects with controller-gen's. */
export function judgeTwin(
  kops: readonly KubernetesObject[],
  controllerGen: readonly KubernetesObject[],
  folder: CaseFolder,
): Judgement {
  const context = { caseName: folder.name, goText: readGo(folder) }
  const used = new Set<WantedDifference>()
  const differences = compareValues(byIdentity(kops), rewriteAll(byIdentity(controllerGen), used))
  const unwanted = differences.filter((difference) => {
    const [, path = difference.path] = /^"[^"]*"\.(.*)$/.exec(difference.path) ?? []
    const row = wantedDifferences.find(
      (each) => each.covers?.({ ...difference, path }, context) === true,
    )
    if (row !== undefined) used.add(row)
    return row === undefined
  })
  return { unwanted, used }
}

/** controller-gen's objects as kops would write the same. */
function rewriteAll(
  objects: Readonly<Record<string, KubernetesObject>>,
  used: Set<WantedDifference>,
): Readonly<Record<string, JsonValue>> {
  const rewriteOne = (object: KubernetesObject): JsonValue => {
    let value = toJson(object)
    for (const row of wantedDifferences) {
      const rewritten = row.rewrite?.(value) ?? value
      if (compareValues(value, rewritten).length > 0) used.add(row)
      value = rewritten
    }
    return value
  }
  return Object.fromEntries(
    Object.entries(objects).map(([name, object]) => [name, rewriteOne(object)]),
  )
}

function readGo(folder: CaseFolder): string {
  return readdirSync(folder.goPath, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.go'))
    .map((name) => readFileSync(join(folder.goPath, name), 'utf8'))
    .join('\n')
}

function byIdentity(objects: readonly KubernetesObject[]): Record<string, KubernetesObject> {
  return Object.fromEntries(
    objects.map((each) => [
      `${each.kind} ${each.metadata.namespace ?? ''}/${each.metadata.name ?? ''}`,
      each,
    ]),
  )
}

function sortObjects(objects: readonly KubernetesObject[]): KubernetesObject[] {
  return Object.entries(byIdentity(objects))
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, object]) => object)
}
