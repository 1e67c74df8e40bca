import { resolve } from 'node:path'
import { showUrl } from '../../apimachinery/url-text.ts'
import { isObject, textOf } from '../../generators/import/crd-place.ts'
import type { ImportedCrd } from '../../generators/import/imported-crd.ts'
import { readCrds, type CrdText } from '../../generators/import/read-crds.ts'
import { nearestNames } from '../../diagnostics/nearest-names.ts'
import type { CommandContext } from '../command.ts'
import { UnreadableSourceError } from './unreadable-source-error.ts'

/** Where definitions come from, and which of them are wanted. */
export interface CrdRequest {
  /** Files, folders, URLs, `cluster`, and `-` for the standard input. */
  readonly from: readonly string[]
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  /** API groups; all where there is none. */
  readonly groups: readonly string[]
  /** Names, plurals or kinds; all where there is none. */
  readonly names: readonly string[]
}

/**
 * The definitions that are asked for, by name. What stands in the way is in the sink, with its place in the text that
 * it came from.
 */
export async function collectCrds(
  request: CrdRequest,
  context: CommandContext,
): Promise<ImportedCrd[]> {
  const { sink } = context
  const texts: CrdText[] = []
  for (const source of request.from) {
    const found = await readSource(source, request, context)
    context.addSources((path) => found.find((each) => each.path === path)?.text)
    if (found.length > 0 && !found.some(({ text }) => text.includes('CustomResourceDefinition'))) {
      reportNone(source, context)
    }
    texts.push(...found)
  }
  if (sink.hasErrors) return []
  const crds = readCrds(texts, sink)
  if (crds.length === 0 && !sink.hasErrors)
    reportNone(request.from.map(showUrl).join(', '), context)
  return choose(crds, request, context)
}

/** What a message calls a source. */
function showSource(source: string): string {
  if (source === '-') return 'the standard input'
  if (source === 'cluster') return 'the cluster'
  return `\`${showUrl(source)}\``
}

function reportNone(source: string, { sink }: CommandContext): void {
  const notes = ['it was read, and holds no object of that kind']
  sink.report('crd/none-found', { source: showSource(source) }, { notes })
}

async function readSource(
  source: string,
  { kubeconfig, context: name }: CrdRequest,
  context: CommandContext,
): Promise<CrdText[]> {
  const { environment, showProgress } = context
  showProgress(`reading ${showSource(source)}`)
  try {
    if (source === '-') return [{ path: '<stdin>', text: await context.readInput() }]
    if (/^https?:\/\//i.test(source)) {
      const { readUrl } = await import('./read-url.ts')
      const path = showUrl(source)
      return [{ path, text: await readUrl(source, environment) }]
    }
    if (source === 'cluster') {
      const { readCluster } = await import('./read-cluster.ts')
      const file = kubeconfig === undefined ? undefined : resolve(context.directory, kubeconfig)
      return await readCluster({ kubeconfig: file, context: name, environment })
    }
    const { readFiles } = await import('./read-files.ts')
    return emptyFolder(readFiles(source, context), source, context)
  } catch (error) {
    reportUnreadable(error, source, context)
    return []
  }
}

function emptyFolder(texts: CrdText[], source: string, context: CommandContext): CrdText[] {
  if (texts.length === 0) reportNone(source, context)
  return texts
}

/** Connections break, kubeconfigs are wrong, servers refuse: each says so in its own words. */
function reportUnreadable(error: unknown, source: string, { sink }: CommandContext): void {
  if (!(error instanceof Error)) throw error
  const isKnown = error instanceof UnreadableSourceError || knownErrors.has(error.name)
  if (!isKnown && !('code' in error)) throw error
  const helps = error instanceof UnreadableSourceError ? error.helps : []
  const reason = withoutRequest(error.message)
  sink.report(
    'crd/unreadable',
    { source: showSource(source), reason },
    { helps: [...helps, ...ways(source)] },
  )
}

/** Errors of connections and of the settings that lead to them. */
const knownErrors: ReadonlySet<string> = new Set([
  'ConfigurationError',
  'ConnectionError',
  'ExecPluginError',
  'OidcError',
  'PathSegmentError',
  'ProxyError',
  'StatusError',
])

/** `GET /path: connect ECONNREFUSED …` → what follows the request; one line. */
function withoutRequest(message: string): string {
  const text = message.replace(/^GET \S+: /, '').split('\n')[0] ?? message
  return text.charAt(0).toLowerCase() === text.charAt(1).toLowerCase()
    ? text
    : text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())
}

function ways(source: string): string[] {
  if (source === 'cluster') return ['`--kubeconfig FILE` and `--context NAME` choose the cluster']
  if (source === '-' || /^https?:/i.test(source)) return []
  return ['name a file, a folder, a URL, `cluster`, or `-` for the standard input']
}

function choose(
  crds: readonly ImportedCrd[],
  { groups, names }: CrdRequest,
  { sink }: CommandContext,
): ImportedCrd[] {
  const wordsOf = new Map(crds.map((each) => [each, choiceWords(each)]))
  const all = [...wordsOf.values()]
  const report = (flag: string, value: string, candidates: readonly string[]): void => {
    const nearest = nearestNames(value, candidates)
    const helps = nearest.map((each) => `did you mean \`${each}\`?`)
    const notes = [`there are ${crds.length} definitions`]
    sink.report('args/no-such-crd', { flag, value }, { notes, helps })
  }
  if (crds.length === 0) return []
  for (const group of groups) {
    if (!all.some((each) => each.group === group)) {
      report('group', group, [...new Set(all.map((each) => each.group))])
    }
  }
  for (const name of names) {
    if (!all.some((each) => each.names.includes(name))) {
      report(
        'name',
        name,
        all.flatMap((each) => each.names),
      )
    }
  }
  return crds.filter((each) => {
    const words = wordsOf.get(each)
    const isOfGroup = groups.length === 0 || groups.includes(words?.group ?? '')
    return isOfGroup && (names.length === 0 || names.some((name) => words?.names.includes(name)))
  })
}

interface ChoiceWords {
  readonly group: string
  /** The whole name, the plural and the kind. */
  readonly names: readonly string[]
}

function choiceWords({ crd, name }: ImportedCrd): ChoiceWords {
  const spec = isObject(crd['spec']) ? crd['spec'] : {}
  const own = isObject(spec['names']) ? spec['names'] : {}
  return {
    group: textOf(spec['group']),
    names: [name, textOf(own['plural']), textOf(own['kind'])],
  }
}
