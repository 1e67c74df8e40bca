import type { CompletionNode } from './completion-tree.ts'

/** A script that completes `kops` in bash. Names hold no blanks and nothing that a shell expands. */
export function renderBashCompletion(nodes: readonly CompletionNode[]): string {
  return `# bash completion of kops; made by \`kops completion bash\`
_kops() {
  local line=\${COMP_LINE:0:COMP_POINT} command= word candidates= current= previous=
  local -a words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  current=\${words[\${#words[@]} - 1]}
  previous=\${words[\${#words[@]} - 2]}
  for word in "\${words[@]:1:\${#words[@]} - 2}"; do
    case "$command|$word" in
${nodes.flatMap(descend).join('\n')}
    esac
  done
  case "$command|$previous" in
${nodes.flatMap(offerValues).join('\n')}
    *)
      case "$command|$current" in
${nodes.map(offerOptions).join('\n')}
${nodes.map(offerWords).join('\n')}
      esac
      ;;
  esac
  COMPREPLY=($(compgen -W "$candidates" -- "$current"))
  # Readline replaces only what follows the last colon.
  if [[ $current == *:* && $COMP_WORDBREAKS == *:* ]]; then
    local start=\${current%"\${current##*:}"}
    COMPREPLY=("\${COMPREPLY[@]#"$start"}")
  fi
}
complete -o default -F _kops kops kops-ts
`
}

function descend({ path }: CompletionNode): readonly string[] {
  if (path === '') return []
  const words = path.split(' ')
  const before = words.slice(0, -1).join(' ')
  return [`      '${before}|${words.at(-1) ?? ''}') command='${path}' ;;`]
}

/** What an option takes; a file name where nothing is offered. */
function offerValues({ path, options }: CompletionNode): readonly string[] {
  return options
    .filter(({ takesValue }) => takesValue)
    .map(({ word, choices }) => `    '${path}|${word}') candidates='${choices.join(' ')}' ;;`)
}

function offerOptions({ path, options }: CompletionNode): string {
  return `        '${path}|-'*) candidates='${options.map(({ word }) => word).join(' ')}' ;;`
}

function offerWords({ path, words }: CompletionNode): string {
  return `        '${path}|'*) candidates='${words.map(({ word }) => word).join(' ')}' ;;`
}
