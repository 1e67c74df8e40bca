import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { controllerGenVersion, TwinModule } from '../controller-gen.ts'

/** The table: 500 kinds with the plurals that controller-gen gives them. */
export const pluralsFile: string = join(dirname(fileURLToPath(import.meta.url)), 'plurals.tsv')

export interface PluralsTable {
  /** Version of controller-gen and hash of the kinds. */
  readonly head: string
  readonly rows: readonly { readonly kind: string; readonly plural: string }[]
}

export async function readPlurals(): Promise<PluralsTable> {
  const [head = '', ...lines] = (await readFile(pluralsFile, 'utf8')).trimEnd().split('\n')
  const rows = lines.map((line) => {
    const [kind = '', plural = ''] = line.split('\t')
    return { kind, plural }
  })
  return { head, rows }
}

/** The first line of the table. */
export function renderHead(kinds: readonly string[]): string {
  const hash = createHash('sha256').update(kinds.join('\n')).digest('hex')
  return `# controller-gen ${controllerGenVersion}, kinds sha256 ${hash}`
}

/** Runs controller-gen on a Go package with these kinds, and gives the table's text. */
export async function makePlurals(kinds: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kops-plurals-'))
  try {
    await mkdir(join(folder, 'v1'))
    await writeFile(join(folder, 'v1/types.go'), renderGoPackage(kinds))
    const module = await TwinModule.create({ plurals: folder })
    const { objects, complaints } = await module.run(['crd'])
    await module.remove()
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
    const plurals = new Map(objects.map((object) => readNames(object)))
    const lines = kinds.map((kind) => `${kind}\t${plurals.get(kind) ?? ''}\n`)
    return `${renderHead(kinds)}\n${lines.join('')}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function renderGoPackage(kinds: readonly string[]): string {
  const types = kinds.map(
    (kind) => `
// +kubebuilder:object:root=true
type ${kind} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
}
`,
  )
  return `// +groupName=plurals.kops.dev
// +versionName=v1
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
${types.join('')}`
}

function readNames(object: object): [kind: string, plural: string] {
  if (!('spec' in object) || !isCrdSpec(object.spec)) throw new Error('not a CRD')
  return [object.spec.names.kind, object.spec.names.plural]
}

interface CrdSpec {
  readonly names: { readonly kind: string; readonly plural: string }
}

function isCrdSpec(value: unknown): value is CrdSpec {
  return typeof value === 'object' && value !== null && 'names' in value
}
