import { describe, expect, test } from 'vitest'
import { readKinds } from './read-widget.ts'
import { rulesThatDoWithout, rulesThatNeedStatus } from './status-rules.ts'

const cel = '// +kubebuilder:validation:XValidation:'

async function problemsOf(...lines: readonly string[]): Promise<readonly string[]> {
  const text = `${lines.join('\n')}\nimport type { CustomResource, Int32 } from 'kops'\n`
  const { codes, pointed } = await readKinds(text)
  return codes.map((code, index) => `${code} ${pointed[index]}`)
}

const subresource = '// +kubebuilder:subresource:status'

describe('a status that is required', () => {
  test.for([
    ['by its type', [], 'status: { phase: string }'],
    ['with a default', ['/** @default {"phase":"Pending"} */'], 'status: { phase: string }'],
    ['of a named type', [], 'status: WidgetStatus'],
  ] as const)('%s is an error beside the subresource', async ([, above, field]) => {
    const widget = ['export interface Widget extends CustomResource {', ...above, field, '}']
    const status = 'interface WidgetStatus { phase: string }'
    const problems = await problemsOf(status, subresource, ...widget)
    expect(problems).toEqual(['schema/required-status status'])
    expect(await problemsOf(status, ...widget)).toEqual([])
  })
})

describe('a rule of a kind', () => {
  const problemOf = async (rule: string, ...words: readonly string[]): Promise<string> => {
    const marker = `${cel}rule=${[JSON.stringify(rule), 'message="m"', ...words].join()}`
    const widget = [
      'export interface Widget extends CustomResource {',
      'spec: { size: Int32 }',
      'status?: { size?: Int32; names?: string[] }',
      '}',
    ]
    expect(await problemsOf(marker, ...widget)).toEqual([])
    const problems = await problemsOf(subresource, marker, ...widget)
    return problems.map((each) => each.split(' ')[0]).join()
  }

  test.for(rulesThatNeedStatus)('%s needs a status', async (rule) => {
    expect(await problemOf(rule)).toBe('schema/rule-needs-status')
  })

  test.for(rulesThatDoWithout)('%s can do without', async (rule) => {
    expect(await problemOf(rule)).toBe('')
  })

  test('about changes is asked of new objects too where it says so', async () => {
    const rule = '!oldSelf.hasValue() && self.status.size > 0'
    expect(await problemOf(rule, 'optionalOldSelf=true')).toBe('schema/rule-needs-status')
  })
})
