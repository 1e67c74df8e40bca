import type { Candidate, CompletionNode } from './completion-tree.ts'

/** A script that completes `kops` in zsh, to be sourced or kept as `_kops` in a folder of `$fpath`. */
export function renderZshCompletion(nodes: readonly CompletionNode[]): string {
  return `#compdef kops kops-ts
# zsh completion of kops; made by \`kops completion zsh\`
_kops() {
  local command= word previous=$words[CURRENT-1] current=$words[CURRENT]
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$command|$word" in
${nodes.flatMap(descend).join('\n')}
    esac
  done
  case "$command|$previous" in
${nodes.flatMap(offerValues).join('\n')}
  esac
  if [[ $current == -* ]]; then
    case $command in
${nodes.map(({ path, options }) => offer(path, options)).join('\n')}
    esac
    _describe -o option offered
  else
    case $command in
${nodes.map(({ path, words }) => offer(path, words)).join('\n')}
    esac
    if (( $#offered )); then _describe word offered; else _files; fi
  fi
}
if [[ $funcstack[1] == _kops ]]; then _kops "$@"; else compdef _kops kops kops-ts; fi
`
}

function descend({ path }: CompletionNode): readonly string[] {
  if (path === '') return []
  const words = path.split(' ')
  return [`      '${words.slice(0, -1).join(' ')}|${words.at(-1) ?? ''}') command='${path}' ;;`]
}

function offerValues({ path, options }: CompletionNode): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ word, choices, takesFolder }) => {
      const files = takesFolder ? '_files -/' : '_files'
      const action = choices.length === 0 ? files : `compadd -- ${choices.join(' ')}`
      return `    '${path}|${word}') ${action}; return ;;`
    })
}

function offer(path: string, candidates: readonly Candidate[]): string {
  const items = candidates.map(describe).join(' ')
  return `      '${path}') offered=(${items}) ;;`
}

/** \`word:description\`, the colons of the word escaped. */
function describe({ word, description }: Candidate): string {
  const escaped = word.replaceAll(':', '\\:')
  return quote(description === '' ? escaped : `${escaped}:${description}`)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
