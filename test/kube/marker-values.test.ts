import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLine } from '../markers/reading.ts'
import { hasGo, TwinModule } from '../oracle/controller-gen.ts'

/** Values that both read, alike but for the wanted differences below. */
const texts =
  String.raw`foo|  foo|"a\u00e9\x41\n"|BACKTICKS|100Mi|2024-01-15|087|123/x|1.50|1.0|-5|- 5|+5|1e3|.5|5.|true|false|
trueish|http://x:80/y?a=b|a;b|a;b;c|"a";"b"|1;2|{}|{a: 1}|{a: 1, b: "x"}|{"a":"b"}|{"a":{"b":{1,2}}}|{a,b}|{1,2}|
{{a,b},{c}}|{a: {b, c}}|a b c|a:b|a=b|x.y|-|a-b|9007199254740991|0|-0|0.1|1E5|"5"|{a: true, b: 1.5}|{"a b": c d}|
[a|a{b|é|a;|5Gi|1h30m|v1|1.2.3|a/b;c/d|{a:1,}|""|010|null|[]`
    .split(/\|\n?/)
    .map((text) => (text === 'BACKTICKS' ? '`a"b`' : text))

/** Where kops reads something else, and why. */
const wantedDifferences: Readonly<
  Record<string, { readonly kops: unknown; readonly reason: string }>
> = {
  '010': { kops: '010', reason: 'a leading zero makes it a code, not the number 10' },
  null: { kops: null, reason: 'there is no other way to write null' },
  '[]': { kops: [], reason: 'an empty list is meant' },
}

function goSource(): string {
  const fields = texts.map(
    (text, index) => `\t// +kubebuilder:example=${text}\n\tF${index} string \`json:"f${index}"\``,
  )
  return `// +groupName=values.my.domain
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

type Value struct {
	metav1.TypeMeta   \`json:",inline"\`
	metav1.ObjectMeta \`json:"metadata,omitempty"\`
${fields.join('\n')}
}
`
}

/** The example of every property, wherever in the object it stands. */
function examplesIn(value: unknown, name = ''): Map<string, unknown> {
  const examples = new Map<string, unknown>()
  if (typeof value !== 'object' || value === null) return examples
  if ('example' in value) return examples.set(name, value.example)
  for (const [key, inner] of Object.entries(value)) {
    for (const [property, example] of examplesIn(inner, key)) examples.set(property, example)
  }
  return examples
}

test.skipIf(!(await hasGo()))('values are read as controller-gen reads them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kops-values-'))
  await mkdir(join(folder, 'v1'))
  await writeFile(join(folder, 'v1', 'value.go'), goSource())
  const twins = await TwinModule.create({ v1: join(folder, 'v1') })
  try {
    const { objects, complaints } = await twins.run(['crd'])
    expect(complaints).toEqual([])
    expect(objects).toMatchObject([{ spec: { versions: [{ schema: {} }] } }])
    const properties = examplesIn(objects[0])
    for (const [index, text] of texts.entries()) {
      const { content } = readLine(`+kubebuilder:example=${text}`)
      const kops = content.markers[0]?.values['']
      const wanted = wantedDifferences[text]
      if (wanted === undefined) expect.soft(kops, text).toEqual(properties.get(`f${index}`))
      else expect.soft(kops, wanted.reason).toEqual(wanted.kops)
    }
  } finally {
    await twins.remove()
    await rm(folder, { recursive: true })
  }
})
