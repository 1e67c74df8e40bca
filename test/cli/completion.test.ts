import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { buildCompletionTree } from '../../src/cli/completion-tree.ts'
import { commands } from '../../src/cli/commands.ts'
import { listCodes } from '../../src/diagnostics/explain.ts'
import { markerDefinitions } from '../../src/markers/definitions.ts'
import { runKops, scratchFolder } from './run-kops.ts'

const isThere = (shell: string): boolean => spawnSync(shell, ['-c', ':']).status === 0

/** A folder that holds the script of a shell as `completion`. */
async function scriptFolder(shell: string): Promise<string> {
  const { stdout } = await runKops(['completion', shell])
  return scratchFolder({ completion: stdout })
}

/** What is offered for the last word of a line. */
const questions: readonly (readonly [string, readonly string[]])[] = [
  ['kops ver', ['version']],
  ['kops completion ', ['bash', 'fish', 'zsh']],
  ['kops completion z', ['zsh']],
  ['kops version --j', ['--json']],
  ['kops -C some/folder ver', ['version']],
  ['kops help ver', ['version']],
  ['kops-ts ver', ['version']],
  ['kops explain args/missing-f', ['args/missing-flag']],
]

describe('the tree', () => {
  const nodes = buildCompletionTree()

  test('has every command and every option of it', () => {
    for (const { name, options } of commands) {
      const node = nodes.find(({ path }) => path === name)
      const words = node?.options.map(({ word }) => word).join(' ')
      for (const { flags } of options) expect(words).toContain(/--[\w-]+/.exec(flags)?.[0])
    }
  })

  test('offers every code and every marker', () => {
    const wordsOf = (command: string): readonly string[] =>
      nodes.find(({ path }) => path === command)?.words.map(({ word }) => word) ?? []
    expect(wordsOf('explain')).toEqual(listCodes().map(([code]) => code))
    expect(wordsOf('markers')).toEqual(markerDefinitions.map(({ name }) => name))
  })
})

describe.for(['bash', 'zsh', 'fish'])('the script for %s', (shell) => {
  test('is well formed', async () => {
    const folder = await scriptFolder(shell)
    if (isThere(shell)) execFileSync(shell, ['-n', join(folder, 'completion')])
    else expect(unbalanced((await runKops(['completion', shell])).stdout)).toEqual([])
  })
})

/** Lines whose single quotes are not closed: all that the scripts quote is quoted so. */
function unbalanced(script: string): readonly string[] {
  return script.split('\n').filter((line) => {
    const bare = line.replaceAll("'\\''", '').replaceAll("\\'", '')
    return !line.startsWith('#') && (bare.split("'").length - 1) % 2 === 1
  })
}

describe.skipIf(!isThere('bash'))('bash', () => {
  async function ask(line: string): Promise<readonly string[]> {
    const folder = await scriptFolder('bash')
    const script = `source completion; COMP_LINE=$1 COMP_POINT=\${#1}; _kops; printf '%s\\n' "\${COMPREPLY[@]}"`
    const output = execFileSync('bash', ['-c', script, 'bash', line], {
      cwd: folder,
      encoding: 'utf8',
    })
    return output.split('\n').filter(Boolean).sort()
  }

  test.for(questions)('completes `%s`', async ([line, offered]) => {
    expect(await ask(line)).toEqual(offered)
  })

  test('completes what follows the last colon of a marker', async () => {
    expect(await ask('kops markers kubebuilder:validation:Pat')).toEqual(['Pattern'])
  })

  test('leaves a folder to the shell', async () => {
    expect(await ask('kops -C ')).toEqual([])
  })
})

describe.skipIf(!isThere('fish'))('fish', () => {
  test.for([
    ...questions,
    ['kops markers kubebuilder:validation:Pat', ['kubebuilder:validation:Pattern']] as const,
  ])('completes `%s`', async ([line, offered]) => {
    const folder = await scriptFolder('fish')
    const script = `source completion; complete -C '${line}'`
    const output = execFileSync('fish', ['--no-config', '-c', script], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder },
    })
    const words = output.split('\n').filter(Boolean)
    expect(words.map((each) => each.replace(/\t.*/, '')).sort()).toEqual(offered)
  })
})

describe.skipIf(!isThere('zsh'))('zsh', () => {
  /** The functions of zsh that show what is offered; here they print it, the colons unescaped. */
  const stubs = `
    compdef() { : }
    compadd() { shift; print -l -- "$@" }
    _files() { : }
    _describe() { print -l -- "\${(P)@[-1][@]}" | sed -E 's/([^\\\\]):.*/\\1/; s/\\\\:/:/g' }`

  test.for(questions)('offers for `%s` what can stand there', async ([line, offered]) => {
    const folder = await scriptFolder('zsh')
    const script = `${stubs}; source completion; words=("\${(@s: :)1}"); CURRENT=$#words; _kops`
    const output = execFileSync('zsh', ['-f', '-c', script, 'zsh', line], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(output.split('\n')).toEqual(expect.arrayContaining([...offered]))
  })
})
