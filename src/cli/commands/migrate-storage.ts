import { createClient } from '../../runtime/client/create-client.ts'
import { loadConnection } from '../../runtime/client/load-connection.ts'
import type { Requester } from '../../runtime/client/requester.ts'
import type { CommandContext, CommandOutcome, OptionValues } from '../command.ts'
import { chooseDefinitions } from '../migration/choose-definitions.ts'
import { migrateDefinition, type Rewriter } from '../migration/migrate-definition.ts'
import { ObjectRewriter } from '../migration/object-rewriter.ts'
import { UnavailableError } from '../migration/persistent-request.ts'
import { isClusterError, reportOutcome, showDone } from '../migration/report-migration.ts'
import {
  oldVersions,
  readDefinition,
  servedVersion,
  storageVersion,
  type StoredDefinition,
} from '../migration/stored-definition.ts'
import { textOption } from '../option-values.ts'

/** `kops migrate storage` brings stored objects to the storage version of their CRD. */
export async function run(options: OptionValues, context: CommandContext): Promise<CommandOutcome> {
  const names = chooseDefinitions(options, context)
  if (names === undefined) return {}
  const { sink, environment } = context
  const chunkSize = readChunkSize(options, context)
  if (sink.hasErrors) return {}
  try {
    const connection = await loadConnection({
      kubeconfig: textOption(options, 'kubeconfig'),
      context: textOption(options, 'context'),
      environment,
    })
    const client = createClient(connection, { fieldManager: 'kops-migrate' })
    try {
      for (const name of names)
        await migrateOne(name, client.requester, { options, context, chunkSize })
    } finally {
      client.close()
    }
  } catch (error) {
    if (!isClusterError(error)) throw error
    const helps = ['`--kubeconfig FILE` and `--context NAME` choose the cluster']
    sink.report('migrate/no-cluster', { reason: error.message }, { helps })
  }
  return {}
}

function readChunkSize(options: OptionValues, { sink }: CommandContext): number | undefined {
  const text = textOption(options, 'chunkSize')
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  sink.report('args/wrong-number', { flag: 'chunk-size', value: text }, { helps: ['`--chunk-size 500`'] }) // prettier-ignore
  return undefined
}

interface Call {
  readonly options: OptionValues
  readonly context: CommandContext
  readonly chunkSize: number | undefined
}

async function migrateOne(name: string, requester: Requester, call: Call): Promise<void> {
  const { sink, writeOut } = call.context
  const definition = await readDefinition(requester, name)
  if (definition === undefined) {
    const helps = ['`make install` brings the CRDs of the project to the cluster']
    sink.report('migrate/no-definition', { name }, { helps })
  } else if (servedVersion(definition) === undefined) {
    sink.report('migrate/not-served', { name }, { helps: ['serve one of its versions'] })
  } else if (oldVersions(definition).length === 0) {
    writeOut(`${name}: all objects are stored as ${storageVersion(definition)}\n`)
  } else if (call.options['dryRun'] === true) {
    const count = await new ObjectRewriter(requester, definition).count()
    const old = oldVersions(definition).join(', ')
    const current = storageVersion(definition)
    writeOut(
      `${name}: ${showCount(count)} would be rewritten as ${current}, and ${old} forgotten\n`,
    )
  } else await rewriteOne(definition, requester, call)
}

async function rewriteOne(
  definition: StoredDefinition,
  requester: Requester,
  { options, context, chunkSize }: Call,
): Promise<void> {
  const { name = '' } = definition.metadata
  const rewriter = (textOption(options, 'rewriter') ?? 'auto') as Rewriter
  context.showProgress(`${name}: waiting for the API server`)
  const onProgress = (done: number, total: number | undefined): void => {
    const all = total === undefined ? '' : ` of ${showCount(total)}`
    context.showProgress(`${name}: ${done}${all}`)
  }
  try {
    const outcome = await migrateDefinition(requester, definition, {
      rewriter,
      onProgress,
      chunkSize,
    })
    reportOutcome(outcome, definition, context.sink)
    if (outcome.kind === 'pruned') context.writeOut(showDone(outcome, definition))
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
    const helps = ['run the command again: it goes on where it stopped']
    context.sink.report('migrate/stopped', { name, reason: error.message }, { helps })
  }
}

function showCount(count: number): string {
  return `${count} object${count === 1 ? '' : 's'}`
}
