import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCommandLine } from '../src/cli/command-line.ts'

const pages = [
  'README.md',
  'SECURITY.md',
  ...readdirSync('docs').map((name) => join('docs', name)),
].filter((path) => path.endsWith('.md'))

/** The lines of shell in a page, without their comments. */
function shellLines(text: string): readonly string[] {
  const blocks = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block)
  return blocks
    .join('')
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, '').trim())
}

describe.for(pages)('%s', (path) => {
  const text = readFileSync(path, 'utf8')

  test('links to what is there', () => {
    const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '')
    const links = [...prose.matchAll(/\]\(([^)#:]+)(?:#[\w-]+)?\)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(join(dirname(path), link)))).toEqual([])
  })

  test('names tests that there are', () => {
    const named = [...text.matchAll(/`(test\/[\w./-]+)`/g)].map(([, file = '']) => file)
    expect(named.filter((file) => !existsSync(file))).toEqual([])
  })

  test('shows commands that there are', () => {
    const commands = shellLines(text).filter((line) => line.startsWith('kops '))
    const wrong = commands.filter(
      (line) => parseCommandLine(line.split(/\s+/).slice(1)).kind !== 'call',
    )
    expect(wrong).toEqual([])
  })

  test('names targets of make that there are', () => {
    const makefiles = ['Makefile', 'templates/project/Makefile.hbs', 'templates/init/Makefile.hbs']
    const rules = makefiles
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
    const targets = rules
      .join('\n')
      .match(/^[a-z][\w -]*(?=:)/gm)
      ?.flatMap((line) => line.split(' '))
    const named = [...text.matchAll(/`make ([\w-]+)`|^make ([\w-]+)/gm)].map(([, a, b]) => a ?? b)
    expect(named.filter((target) => !targets?.includes(target ?? ''))).toEqual([])
  })
})
