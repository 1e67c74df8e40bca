import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderFishCompletion } from '../../src/cli/completion-fish.ts'
import { buildCompletionTree, type CompletionNode } from '../../src/cli/completion-tree.ts'
import { commands } from '../../src/cli/commands.ts'
import { listCodes } from '../../src/diagnostics/explain.ts'
import { markerDefinitions } from '../../src/markers/definitions.ts'
import { readFish } from './read-fish.ts'
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
  test('is accepted by the shell', async (context) => {
    if (!isThere(shell)) return context.skip(`no ${shell} on this machine`)
    const script = join(await scriptFolder(shell), 'completion')
    expect(() => execFileSync(shell, ['-n', script])).not.toThrow()
  })
})

test('bash, whose quotes and compound commands zsh shares, reads the script for zsh', async (context) => {
  if (!isThere('bash')) return context.skip('no bash on this machine')
  const script = join(await scriptFolder('zsh'), 'completion')
  expect(() => execFileSync('bash', ['-n', script])).not.toThrow()
})

describe('the script for fish', () => {
  test('is well formed, and says what the tree holds', async () => {
    const { stdout } = await runKops(['completion', 'fish'])
    expectTree(stdout, buildCompletionTree())
  })

  test('passes every character on', () => {
    const hostile = [`it's`, `'`, `\\`, `\\'`, `'\\''`, '"$(x) $', '# no', '; end', '{*?~}', 'a\nb']
    const words = hostile.map((description, index) => ({ word: `w${index}`, description }))
    const nodes = [{ path: '', words, options: [] }]
    expectTree(renderFishCompletion(nodes), nodes)
  })
})

/** Each candidate is one command with exactly these words. */
function expectTree(script: string, nodes: readonly CompletionNode[]): void {
  const { statements, problems } = readFish(script)
  expect(problems).toEqual([])
  const commands = new Set(statements.map((words) => JSON.stringify(words)))
  const missing = nodes.flatMap(({ path, words }) =>
    words
      .map(({ word, description }) => {
        const told = description === '' ? [] : ['-d', description]
        const condition = `__kops_after '${path}'`
        return ['complete', '-c', 'kops', '-n', condition, '-f', '-a', word].concat(told)
      })
      .filter((words) => !commands.has(JSON.stringify(words))),
  )
  expect(missing).toEqual([])
}

/** Small scripts, and what is wrong with them. */
const fishScripts: readonly (readonly [string, readonly string[]])[] = [
  [`echo 'a' "b $c" d\\ e (f g)[2..] # 'h`, []],
  [`complete -n '__kops_after \\'\\'' -d 'it\\'s \\\\'`, []],
  ['if test 1 = 1; echo a; else; echo b; end', []],
  ['for a in b\n    switch $a\n        case c\n            echo $a\n    end\nend', []],
  [`echo 'it'\\''s'`, []],
  [`echo 'it\\'`, [`1: \`'\` is not closed`]],
  ['echo "a', ['1: `"` is not closed']],
  ['echo (a', ['1: `(` is not closed']],
  ['echo a)', ['1: `)` is not expected here']],
  ['echo a\nend', ['2: `end` ends nothing']],
  ['function a\n  echo b\n', ['3: `function` has no `end`']],
  ['case a', ['1: `case` outside `switch`']],
  ['else', ['1: `else` outside `if`']],
  ['echo "a $"', ['1: `$` names no variable']],
  ['echo $', ['1: `$` names no variable']],
]

describe('the reader of fish', () => {
  test.for(fishScripts)('judges `%s`', ([script, problems]) => {
    expect(readFish(script).problems).toEqual(problems)
  })

  test('agrees with fish', (context) => {
    if (!isThere('fish')) return context.skip('no fish on this machine')
    for (const [script, problems] of fishScripts) {
      const folder = scratchFolder({ script })
      const { status } = spawnSync('fish', ['--no-config', '-n', join(folder, 'script')])
      const isAccepted = problems.length === 0
      expect({ script, isAccepted: status === 0 }).toEqual({ script, isAccepted })
    }
  })
})

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
