import { expect, test } from 'vitest'
import { runKops, scratchFolder } from '../cli/run-kops.ts'

/** Labels and annotations begin with a letter or a digit. */
const pairsOf = (name: string): string =>
  name.startsWith('_')
    ? ''
    : `// +kubebuilder:metadata:labels="${name}=a"\n// +kubebuilder:metadata:annotations="${name}=b"\n`

test.for(Object.getOwnPropertyNames(Object.prototype))(
  'a field, a value, a label and a branch of a union may be named %s',
  async (name) => {
    const directory = scratchFolder({
      'package.json': '{"name":"t","private":true,"type":"module"}',
      'api/v1/groupversion.ts': '// +groupName=demo.example.com\n',
      'api/v1/fig.ts': `import type { CustomResource, Int32 } from 'kops'
type D = { kind: 'a'; ${name}: string } | { kind: 'b'; size: Int32 }
interface Spec { d: D; ${name}: Int32; words: '${name}' | 'x' }
${pairsOf(name)}export interface Fig extends CustomResource { spec: Spec }
`,
    })
    const { stdout, stderr, exitCode } = await runKops(['manifests', '--dry-run'], { directory })
    expect(exitCode, stderr).toBe(0)
    const lines = stdout.split('\n').map((line) => line.replace(/^[\s+-]*/, '').trim())
    const count = (text: string): number => lines.filter((line) => line === text).length
    expect(count(`${name}:`), stdout).toBeGreaterThanOrEqual(2)
    expect(count(name)).toBeGreaterThanOrEqual(2)
    if (pairsOf(name) !== '') expect([count(`${name}: a`), count(`${name}: b`)]).toEqual([1, 1])
  },
)
