import { join } from 'node:path'
import type { DiagnosticSink } from '../../diagnostics/sink.ts'
import { optionalGenerators } from '../../generators/optional.ts'
import { readInputText } from '../../input/read-input-file.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { buildIdentity } from '../own-package.ts'
import { readFlags, readMode, type GenerationFlags, type RunMode } from './flags.ts'
import { findResult, type CachedResult, type CacheKey } from './result-cache.ts'

/** A run of `kops manifests` or `kops generate`. */
export interface GenerationRun {
  readonly part: 'manifests' | 'code' | 'client'
  /** `kops manifests`, for messages. */
  readonly command: string
  readonly flags: GenerationFlags
  readonly mode: RunMode
  readonly context: CommandContext
  /** The context's root with forward slashes. */
  readonly root: string
  readonly cacheKey: CacheKey
}

/**
 * Start reading here. Where nothing has changed since the last run, the run ends without loading the
 * compiler or anything else heavy; `generate-anew.ts` does the work otherwise.
 */
export async function runGeneration(
  part: GenerationRun['part'],
  options: OptionValues,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { sink } = context
  const root = context.root.replaceAll('\\', '/')
  const flags = readFlags(options, context)
  const mode = readMode(options, context)
  if (sink.hasErrors) return {}
  context.addSources((path) => readSource(root, path))
  const cacheKey: CacheKey = {
    root,
    question: [part, flags],
    templates: templates[part],
    identity: buildIdentity(),
    environment: context.environment,
    seal: (text) => context.trust.sign('cache', text),
  }
  const command = commands[part]
  const run: GenerationRun = { part, command, flags, mode, context, root, cacheKey }
  const known = mode.dryRun ? undefined : findResult(cacheKey)
  if (known !== undefined) return repeat(known, run)
  const { generateAnew } = await import('./generate-anew.ts')
  return generateAnew(run)
}

const commands = {
  manifests: 'kops manifests',
  code: 'kops generate',
  client: 'kops generate client',
} as const

const codeTemplates = [
  'descriptors',
  'index',
  'registration',
  'external-types',
  ...optionalGenerators.map(({ template }) => template),
]

/** What `.kops/files` calls the files of each part. */
const templates = {
  manifests: ['crd', 'list', 'rbac', 'webhook'],
  code: codeTemplates,
  client: [...codeTemplates, 'clientset', 'informers', 'listers'],
} as const

/** The last result still stands: its warnings are shown again. */
function repeat(
  { diagnostics, files }: CachedResult,
  { context, mode }: GenerationRun,
): CommandOutcome {
  for (const diagnostic of diagnostics) context.sink.add(diagnostic)
  context.writeOut(`${countFiles(files.length)} up to date\n`)
  return limitWarnings(context.sink, mode)
}

export function countFiles(count: number): string {
  return `${count} file${count === 1 ? '' : 's'}`
}

/** More warnings than `--max-warnings` allows are a failure, though the files are written. */
export function limitWarnings(
  { diagnostics }: DiagnosticSink,
  { maxWarnings }: RunMode,
): CommandOutcome {
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length
  if (maxWarnings === undefined || warnings <= maxWarnings) return {}
  return {
    exitCode: 1,
    summary: `${warnings} warning${warnings === 1 ? '' : 's'}, more than the ${maxWarnings} of \`--max-warnings\``,
  }
}

function readSource(root: string, path: string): string | undefined {
  try {
    return readInputText(join(root, path)).replace(/^\uFEFF/, '')
  } catch {
    // A frame without its source is better than no diagnostic.
    return undefined
  }
}
