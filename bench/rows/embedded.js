import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { compare } from '../measure.js'
import { controllerGen, node } from '../peers.js'
import { kops } from '../projects.js'
import { printRow } from '../table.js'
import { repository, workFolder } from '../work-folder.js'

const kinds = Array.from({ length: 20 }, (_, index) => `Workload${index}`)

/** Kinds that embed PodTemplateSpec, beside controller-gen, and what its declarations cost tsc. */
export function embeddedRows() {
  return [...generationRows(), tscRow()]
}

function generationRows() {
  const folder = join(workFolder, 'embedded')
  rmSync(folder, { recursive: true, force: true })
  layTypescript(join(folder, 'typescript'), 0)
  layGo(join(folder, 'go'))
  return /** @type {const} */ ([20, 24]).map((major) => {
    const result = compare(
      {
        ours: {
          name: `kops on Node ${major}`,
          folder: join(folder, 'typescript'),
          command: [node(major), kops, 'manifests', '--crd-output', 'out'],
          before: (run) => writeTypescript(join(folder, 'typescript'), run + 1),
        },
        theirs: {
          name: 'controller-gen',
          folder: join(folder, 'go'),
          command: [controllerGen(), 'crd', 'paths=./...', 'output:dir=out'],
        },
      },
      5,
    )
    const name = `PodTemplateSpec in 20 kinds, one field edited, Node ${major}`
    return printRow({ name, peer: 'c-gen', goal: 1, ...result })
  })
}

/** @param {string} folder @param {number} edit */
function layTypescript(folder, edit) {
  mkdirSync(join(folder, 'api/v1'), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "embedded", "type": "module" }\n')
  writeFileSync(
    join(folder, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true }, "include": ["api"] }\n',
  )
  writeFileSync(
    join(folder, 'api/v1/groupversion.ts'),
    '// +groupName=bench.example.com\nexport {}\n',
  )
  writeTypescript(folder, edit)
}

/** @param {string} folder @param {number} edit */
function writeTypescript(folder, edit) {
  for (const [index, kind] of kinds.entries()) {
    const doc = index === 0 ? `The pods, revision ${edit}.` : 'The pods.'
    const text = `import type { CustomResource } from 'kops'
import type { PodTemplateSpec } from 'kops/kubernetes/core/v1'

export interface ${kind} extends CustomResource {
  spec: {
    /** ${doc} */
    template: PodTemplateSpec
  }
}
`
    writeFileSync(join(folder, `api/v1/${kind.toLowerCase()}.ts`), text)
  }
}

/** @param {string} folder */
function layGo(folder) {
  mkdirSync(join(folder, 'api/v1'), { recursive: true })
  writeFileSync(
    join(folder, 'go.mod'),
    'module embedded\n\ngo 1.26.0\n\nrequire (\n\tk8s.io/api v0.37.2\n\tk8s.io/apimachinery v0.37.2\n)\n',
  )
  writeFileSync(join(folder, 'api/v1/doc.go'), '// +groupName=bench.example.com\npackage v1\n')
  for (const kind of kinds) {
    const text = `package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type ${kind}Spec struct {
	// The pods.
	Template corev1.PodTemplateSpec \`json:"template"\`
}

type ${kind} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
	Spec ${kind}Spec \`json:"spec"\`
}
`
    writeFileSync(join(folder, `api/v1/${kind.toLowerCase()}.go`), text)
  }
  execFileSync('go', ['mod', 'tidy'], { cwd: folder, stdio: 'ignore' })
}

/** `tsc` of a small API that uses PodTemplateSpec, beside one that does not. */
function tscRow() {
  const folder = join(workFolder, 'tsc')
  rmSync(folder, { recursive: true, force: true })
  const sources = /** @type {const} */ ({
    theirs: "import type { CustomResource } from 'kops'\n",
    ours: "import type { CustomResource } from 'kops'\nimport type { PodTemplateSpec } from 'kops/kubernetes/core/v1'\n",
  })
  const tsc = join(repository, 'node_modules/typescript/bin/tsc')
  const contender = (/** @type {keyof typeof sources} */ name) => {
    const own = join(folder, name)
    mkdirSync(join(own, 'node_modules'), { recursive: true })
    symlinkSync(repository, join(own, 'node_modules/kops'))
    writeFileSync(join(own, 'package.json'), '{ "type": "module" }')
    writeFileSync(
      join(own, 'tsconfig.json'),
      '{ "compilerOptions": { "strict": true, "noEmit": true, "module": "nodenext", "target": "es2023", "lib": ["es2023"], "types": [] } }',
    )
    const type = name === 'ours' ? 'PodTemplateSpec' : 'string'
    const text = `${sources[name]}export interface A extends CustomResource { spec: { template: ${type} } }\n`
    writeFileSync(join(own, 'a.ts'), text)
    return { name, folder: own, command: [process.execPath, tsc, '-p', '.'] }
  }
  const result = compare({ ours: contender('ours'), theirs: contender('theirs') }, 9)
  const name = 'tsc with PodTemplateSpec beside without'
  return printRow({ name, peer: 'plain', goal: 1.3, ...result })
}
