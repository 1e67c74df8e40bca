import type { CommandDefinition } from './command.ts'
import { completionCommand } from './commands/completion.definition.ts'
import { createApiCommand } from './commands/create-api.definition.ts'
import { createWebhookCommand } from './commands/create-webhook.definition.ts'
import { editCommand } from './commands/edit.definition.ts'
import { explainCommand } from './commands/explain.definition.ts'
import { generateClientCommand } from './commands/generate-client.definition.ts'
import { generateCommand } from './commands/generate.definition.ts'
import { generateTypesCommand } from './commands/generate-types.definition.ts'
import { initCommand } from './commands/init.definition.ts'
import { manifestsCommand } from './commands/manifests.definition.ts'
import { markersCommand } from './commands/markers.definition.ts'
import { migrateStorageCommand } from './commands/migrate-storage.definition.ts'
import { recoverCommand } from './commands/recover.definition.ts'
import { trustCommand } from './commands/trust.definition.ts'
import { versionCommand } from './commands/version.definition.ts'

/** Every command, in the order of `kops --help`. A command's own row stands in `src/cli/commands/<name>.definition.ts`. */
export const commands: readonly CommandDefinition[] = [
  initCommand,
  createApiCommand,
  createWebhookCommand,
  generateCommand,
  generateClientCommand,
  generateTypesCommand,
  manifestsCommand,
  editCommand,
  migrateStorageCommand,
  trustCommand,
  recoverCommand,
  markersCommand,
  explainCommand,
  completionCommand,
  versionCommand,
]

/** What `kops --help` says of a first word that several commands share (`create api`). */
export const commandGroups: Readonly<Record<string, string>> = {
  migrate: 'change what a cluster holds',
  create: 'add an API or webhooks to the project',
}
