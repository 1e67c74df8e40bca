import { expect, test, type TestContext } from 'vitest'
import type { CustomResourceDefinition } from '../../src/apimachinery/custom-resource-definition.ts'
import { StatusError } from '../../src/testing/index.ts'
import { useClient } from './provided.ts'
import { objectsOf, runSource } from './run-case.ts'

/*
 * The budget of CEL rules: where kops warns, the API server refuses; where the server takes a rule, kops
 * says nothing. The places of a rule are the ways in which its type is used.
 */

const short = '/** @maxLength 64 */'
const few = '/** @maxItems 100 */'

const places = {
  once: 'x: T',
  'in a list': 'x: T[]',
  'in a short list': '// +kubebuilder:validation:MaxItems=10\n  x: T[]',
  'in a map': 'x: Record<string, T>',
  'in lists of lists': 'x: T[][]',
} as const

interface Row {
  readonly rule: string
  /** Fields of the type that has the rule, which is called `T`. */
  readonly type: string
  /** Where the server takes the rule, and where it refuses it. */
  readonly taken?: readonly (keyof typeof places)[]
  readonly refused?: readonly (keyof typeof places)[]
}

const two = '{ a: string; b: string }'
const bounded = `{ ${short} a: string; ${short} b: string }`
const lists = '{ names: string[]; others: string[] }'

const rows: readonly Row[] = [
  // A text is read once: a tenth of its characters.
  { rule: 'self.a == self.b', type: two, taken: ['once', 'in a short list'], refused: ['in a list'] },
  { rule: 'self.a == self.b', type: bounded, taken: ['once', 'in a list'] },
  { rule: "self.a != 'x'", type: two, taken: ['once', 'in a list', 'in a map'] },
  { rule: "self.a.startsWith('x')", type: two, taken: ['once', 'in a list'] },
  { rule: 'self.a.startsWith(self.b)', type: two, taken: ['once'], refused: ['in a list'] },
  { rule: 'self.a < self.b', type: two, taken: ['once'], refused: ['in a list'] },
  { rule: 'self.a == oldSelf.a', type: two, taken: ['once'] },
  { rule: 'self.n <= self.m', type: '{ n: Int32; m: Int32 }', taken: ['once', 'in a list', 'in lists of lists'] },
  { rule: "self.a + self.b != ''", type: two, taken: ['once'], refused: ['in a list'] },
  { rule: "self.a.lowerAscii() == 'x'", type: two, taken: ['once', 'in a short list'], refused: ['in a list'] },
  { rule: "self.a.replace('a', 'b') == 'x'", type: two, taken: ['once'] },
  { rule: "self.a.split('/').size() < 9", type: two, taken: ['once'] },
  { rule: 'self.a.size() < 9', type: two, taken: ['once', 'in a list'] },
  { rule: 'self.a.indexOf(self.b) < 9', type: two, taken: ['once'], refused: ['in a list'] },
  { rule: 'isQuantity(self.a)', type: two, taken: ['once'], refused: ['in a list'] },
  { rule: 'isURL(self.a)', type: two, taken: ['once'] },
  { rule: 'duration(self.a).getSeconds() < 9', type: two, taken: ['once'] },
  { rule: 'self.q == self.q', type: '{ q: Quantity }', taken: ['once'] },
  { rule: 'self.e == self.a', type: "{ e: 'one' | 'two'; a: string }", taken: ['once', 'in a list'] },
  { rule: 'self.t == self.t', type: '{ t: Time }', taken: ['once', 'in a list'] },
  { rule: "self.t < timestamp('2026-01-31T12:00:00Z') && self.t < self.t", type: '{ t: Time }', taken: ['once', 'in a list'] },
  { rule: "self.t - self.t < duration('1h')", type: '{ t: Time }', taken: ['once', 'in a list', 'in a map'] },
  { rule: 'self.n > -1 && self.n != -5', type: '{ n: Int32 }', taken: ['once', 'in a list', 'in lists of lists'] },
  // Characters of one text for each of another.
  { rule: "self.a.contains('x')", type: two, taken: ['once'], refused: ['in a list'] },
  { rule: 'self.a.contains(self.b)', type: two, refused: ['once', 'in a short list'] },
  { rule: 'self.a.contains(self.b)', type: bounded, taken: ['once', 'in a short list'], refused: ['in lists of lists'] },
  { rule: "self.a.matches('^[a-z]+$')", type: two, taken: ['once'], refused: ['in a list'] },
  { rule: `self.a.matches('^${'[a-z]'.repeat(26)}$')`, type: two, refused: ['once'] },
  { rule: `self.a.matches('^${'[a-z]'.repeat(26)}$')`, type: bounded, taken: ['once'], refused: ['in a list'] },
  { rule: 'self.a.matches(self.b)', type: two, refused: ['once'] },
  { rule: "self.a.matches('^a') == self.b.matches('^b')", type: bounded, taken: ['once', 'in a short list'], refused: ['in a list'] },
  { rule: "self.a.find('[0-9]+') == ''", type: two, taken: ['once'], refused: ['in a list'] },
  // Lists, by item.
  { rule: "self.names.all(n, n != '')", type: lists, taken: ['once'], refused: ['in a short list', 'in a list'] },
  { rule: "self.names.all(n, n.startsWith('a'))", type: lists, taken: ['once'] },
  { rule: "self.names.all(n, n.startsWith('a') && n.size() < 9)", type: lists, taken: ['once'] },
  { rule: 'self.names.all(n, n == self.names[0])', type: lists, refused: ['once'] },
  { rule: 'self.names.all(n, self.others.exists(o, o == n))', type: lists, refused: ['once'] },
  { rule: 'self.names.all(n, self.others.exists(o, o == n))', type: `{ ${few} names: string[]; ${few} others: string[] }`, refused: ['once'] },
  { rule: 'self.names.all(n, self.others.exists(o, o == n))', type: `{ ${few} names: Short[]; ${few} others: Short[] }`, taken: ['once'], refused: ['in a list'] },
  { rule: 'self.names.all(n, n in self.others)', type: lists, refused: ['once'] },
  { rule: "'a' in self.names", type: lists, taken: ['once'], refused: ['in a list'] },
  { rule: "self.names.exists_one(n, n == 'a')", type: lists, taken: ['once'] },
  { rule: "self.names.filter(n, n == 'a').size() == 1", type: lists, refused: ['once'] },
  { rule: "self.names.map(n, n).size() == 1", type: lists, refused: ['once'] },
  { rule: "self.names.isSorted()", type: lists, refused: ['once'] },
  { rule: "self.ports.isSorted()", type: '{ ports: Int32[] }', taken: ['once'] },
  { rule: "self.ports.sum() < 9", type: '{ ports: Int32[] }', taken: ['once'], refused: ['in a list'] },
  { rule: "self.items.all(i, i.name != '')", type: '{ items: { name: string; port: Int32 }[] }', taken: ['once'] },
  { rule: 'self.items.all(i, self.items.filter(j, j.name == i.name).size() == 1)', type: '{ items: { name: string }[] }', refused: ['once'] },
  // Maps, by key.
  { rule: "self.labels.all(k, k.startsWith('a'))", type: '{ labels: Record<string, string> }', taken: ['once'], refused: ['in a list'] },
  { rule: "self.labels.all(k, self.labels[k].startsWith('a'))", type: '{ labels: Record<string, string> }', taken: ['once'] },
  { rule: "self.labels.all(k, self.labels[k] == self.other)", type: '{ labels: Record<string, string>; other: string }', refused: ['once'] },
  { rule: "'a' in self.labels", type: '{ labels: Record<string, string> }', taken: ['once', 'in a list'] },
  { rule: "self.labels['a'] == 'b'", type: '{ labels: Record<string, string> }', taken: ['once', 'in a list'] },
  // Choices and optional values.
  { rule: "has(self.a) ? self.a.contains(self.b) : true", type: '{ a?: string; b: string }', refused: ['once'] },
  { rule: "!has(self.a) || self.a == self.b", type: '{ a?: string; b: string }', taken: ['once'] },
  { rule: "self.?a.orValue('') != 'b'", type: '{ a?: string }', taken: ['once', 'in a list'] },
  { rule: "type(self.p) == int ? self.p < 9 : self.p.matches('^[0-9]+%$')", type: '{ p: IntOrString }', taken: ['once'], refused: ['in a list'] },
  { rule: 'self.spec == oldSelf.spec', type: '{ spec: { a: string } }', taken: ['once'] },
] // prettier-ignore

interface Trial {
  readonly name: string
  readonly source: string
  readonly isTaken: boolean
  readonly title: string
}

const trials: readonly Trial[] = rows.flatMap((row, index) =>
  (['taken', 'refused'] as const).flatMap((verdict) =>
    (row[verdict] ?? []).map((place, number) => {
      const name = `R${index}${verdict}${number}`
      return { name, source: renderKind(name, row, place), isTaken: verdict === 'taken', title: `${row.rule} ${place} of ${row.type}` } // prettier-ignore
    }),
  ),
)

function renderKind(name: string, { rule, type }: Row, place: keyof typeof places): string {
  return `// +kubebuilder:validation:XValidation:rule=\`${rule}\`
interface ${name}T ${type}
export interface ${name} extends CustomResource {
  spec: {
  ${places[place].replace('T', `${name}T`)}
  }
}`
}

const source = `import type { CustomResource, Int32, IntOrString, Quantity, Time } from 'kops'
// +groupName=costs.kube.kops.dev
${short}
type Short = string
${trials.map((trial) => trial.source).join('\n')}`

test('kops warns where the server finds a rule too costly, and nowhere else', async (context) => {
  const { exitCode, diagnostics, ...run } = await runSource(source)
  expect(exitCode, diagnostics).toBe(0)
  const warned = new Set(
    [...diagnostics.matchAll(/a CEL rule of `(\w+)T` may cost/g)].map(([, name]) => name),
  )
  const verdicts = await judge(context, objectsOf({ ...run, exitCode, diagnostics }))
  const wrong = trials
    .map(({ name, isTaken, title }) => ({ title, isTaken, server: verdicts.get(name), warned: warned.has(name) })) // prettier-ignore
    .filter(({ isTaken, server, warned: isWarned }) => (server === undefined) !== isTaken || isWarned === isTaken) // prettier-ignore
  expect(wrong).toEqual([])
})

/** What the server has against the costs of each kind's rules. */
async function judge(
  context: TestContext,
  objects: ReturnType<typeof objectsOf>,
): Promise<Map<string, string | undefined>> {
  const client = useClient(context)
  const verdicts = await Promise.all(
    objects.map(async (object) => {
      const { spec } = object as unknown as CustomResourceDefinition
      try {
        await client.apply(object, { dryRun: true })
        return [spec.names.kind, undefined] as const
      } catch (error) {
        if (!(error instanceof StatusError)) throw error
        expect(error.message).toContain('cost')
        return [spec.names.kind, error.message.slice(0, 400)] as const
      }
    }),
  )
  return new Map(verdicts)
}
