import type { Candidate, CompletedOption, CompletionNode } from './completion-tree.ts'

/** A script that completes `kops` in fish. */
export function renderFishCompletion(nodes: readonly CompletionNode[]): string {
  return `# fish completion of kops; made by \`kops completion fish\`
function __kops_after
    set -l command ''
    for word in (commandline -opc)[2..]
        switch "$command|$word"
${nodes.flatMap(descend).join('\n')}
        end
    end
    test "$command" = "$argv[1]"
end
complete -c kops-ts -w kops
${nodes.flatMap(complete).join('\n')}
`
}

function descend({ path }: CompletionNode): readonly string[] {
  if (path === '') return []
  const words = path.split(' ')
  const before = words.slice(0, -1).join(' ')
  return [
    `            case ${quote(`${before}|${words.at(-1) ?? ''}`)}`,
    `                set command ${quote(path)}`,
  ]
}

function complete({ path, words, options }: CompletionNode): readonly string[] {
  const condition = `complete -c kops -n ${quote(`__kops_after ${quote(path)}`)}`
  return [
    ...words.map((each) => `${condition} -f -a ${quote(each.word)}${describe(each)}`),
    ...options.map((each) => `${condition} ${name(each)}${value(each)}${describe(each)}`),
  ]
}

function name({ word }: CompletedOption): string {
  return word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`
}

function value({ takesValue, takesFolder, choices }: CompletedOption): string {
  if (!takesValue) return ''
  if (choices.length > 0) return ` -x -a ${quote(choices.join(' '))}`
  return takesFolder ? ` -x -a '(__fish_complete_directories)'` : ' -r'
}

function describe({ description }: Candidate): string {
  return description === '' ? '' : ` -d ${quote(description)}`
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
