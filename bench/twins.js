import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/*
 * The same API in TypeScript and in Go: `count` kinds of 40 fields each, of the sorts that APIs are made of.
 */

/** @typedef {{ typescript: string, go: string }} Fields what one kind's spec says, in both languages */

const fieldSorts = [
  {
    typescript: (/** @type {string} */ name) =>
      `  // +kubebuilder:validation:Pattern=\`^[a-z]+$\`\n  ${name}: string`,
    go: (/** @type {string} */ name) =>
      `\t// +kubebuilder:validation:Pattern=\`^[a-z]+$\`\n\t${title(name)} string \`json:"${name}"\``,
  },
  {
    typescript: (/** @type {string} */ name) =>
      `  // +kubebuilder:validation:Minimum=0\n  // +kubebuilder:default=1\n  ${name}?: Int32`,
    go: (/** @type {string} */ name) =>
      `\t// +kubebuilder:validation:Minimum=0\n\t// +kubebuilder:default=1\n\t// +optional\n\t${title(name)} int32 \`json:"${name},omitempty"\``,
  },
  {
    typescript: (/** @type {string} */ name) =>
      `  // +kubebuilder:validation:Enum=One;Two\n  ${name}?: string`,
    go: (/** @type {string} */ name) =>
      `\t// +kubebuilder:validation:Enum=One;Two\n\t// +optional\n\t${title(name)} string \`json:"${name},omitempty"\``,
  },
  {
    typescript: (/** @type {string} */ name) => `  // +listType=set\n  ${name}?: string[]`,
    go: (/** @type {string} */ name) =>
      `\t// +listType=set\n\t// +optional\n\t${title(name)} []string \`json:"${name},omitempty"\``,
  },
  {
    typescript: (/** @type {string} */ name) => `  ${name}?: Record<string, string>`,
    go: (/** @type {string} */ name) =>
      `\t// +optional\n\t${title(name)} map[string]string \`json:"${name},omitempty"\``,
  },
]

/** @param {string} name */
function title(name) {
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** @param {'typescript' | 'go'} language @param {string} comment */
function fields(language, comment) {
  return Array.from({ length: 40 }, (_, index) => {
    const sort = /** @type {(typeof fieldSorts)[0]} */ (fieldSorts[index % fieldSorts.length])
    const doc = `field ${index} says what the operator is to do${index === 0 ? comment : ''}.`
    const line = language === 'go' ? `\t// ${title(doc)}` : `  /** ${title(doc)} */`
    return `${line}\n${sort[language](`field${index}`)}`
  }).join('\n')
}

/** One kind's file. `edit` makes the text differ from run to run. @param {number} index @param {number} edit */
export function typescriptKind(index, edit = 0) {
  return `import type { CustomResource, Int32 } from 'kops'

/** Desired state of a Kind${index}. */
export interface Kind${index}Spec {
${fields('typescript', edit ? `, revision ${edit}` : '')}
}

/** Kind${index} is one of many. */
// +kubebuilder:subresource:status
export interface Kind${index} extends CustomResource {
  spec: Kind${index}Spec
}
`
}

/** @param {number} index @param {number} edit */
export function goKind(index, edit = 0) {
  return `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Kind${index}Spec is the desired state of a Kind${index}.
type Kind${index}Spec struct {
${fields('go', edit ? `, revision ${edit}` : '')}
}

// Kind${index} is one of many.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
type Kind${index} struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
	Spec Kind${index}Spec \`json:"spec"\`
}
`
}

/** Lays both packages anew. @param {string} folder @param {number} count @returns {{ typescript: string, go: string }} */
export function layTwins(folder, count) {
  rmSync(folder, { recursive: true, force: true })
  const typescript = join(folder, 'typescript')
  const go = join(folder, 'go')
  mkdirSync(join(typescript, 'api/v1'), { recursive: true })
  mkdirSync(join(go, 'api/v1'), { recursive: true })
  const group = 'bench.example.com'
  writeFileSync(join(typescript, 'package.json'), '{ "name": "twin", "type": "module" }\n')
  writeFileSync(
    join(typescript, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true }, "include": ["api"] }\n',
  )
  writeFileSync(join(typescript, 'api/v1/groupversion.ts'), `// +groupName=${group}\nexport {}\n`)
  writeFileSync(join(go, 'api/v1/doc.go'), `// +groupName=${group}\npackage v1\n`)
  for (let index = 0; index < count; index++) {
    writeFileSync(join(typescript, `api/v1/kind${index}.ts`), typescriptKind(index))
    writeFileSync(join(go, `api/v1/kind${index}.go`), goKind(index))
  }
  writeFileSync(
    join(go, 'go.mod'),
    'module twin\n\ngo 1.26.0\n\nrequire k8s.io/apimachinery v0.37.2\n',
  )
  execFileSync('go', ['mod', 'tidy'], { cwd: go, stdio: 'ignore' })
  return { typescript, go }
}
