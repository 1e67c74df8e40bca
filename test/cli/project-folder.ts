import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runKops, scratchFolder, type KopsRun } from './run-kops.ts'

/** The command line of `kops init` for a project `fleet`, without a network. */
export function init(flags: Readonly<Record<string, string>>): string[] {
  const all = { domain: 'example.org', 'project-name': 'fleet', kops: '0.1.0', ...flags }
  return [
    'init',
    '--no-install',
    ...Object.entries(all).map(([name, value]) => `--${name}=${value}`),
  ]
}

/** A new project in a folder of its own. */
export async function projectFolder(flags: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = scratchFolder()
  const run = await runKops(init(flags), { directory: folder })
  expect(run.exitCode, run.stderr).toBe(0)
  return folder
}

/** Adds `ship/v1 Frigate` to a project, or what the flags say instead. */
export function createApi(
  folder: string,
  flags: Readonly<Record<string, string>>,
): Promise<KopsRun> {
  const all = { group: 'ship', version: 'v1', kind: 'Frigate', ...flags }
  const argv = Object.entries(all).map(([name, value]) => `--${name}=${value}`)
  return runKops(['create', 'api', ...argv], { directory: folder })
}

/** Adds webhooks to `ship/v1 Frigate`, or to what the names say instead. */
export function createWebhook(
  folder: string,
  flags: readonly string[],
  names: Readonly<Record<string, string>> = {},
): Promise<KopsRun> {
  const all = { group: 'ship', version: 'v1', kind: 'Frigate', ...names }
  const argv = Object.entries(all).map(([name, value]) => `--${name}=${value}`)
  return runKops(['create', 'webhook', ...argv, ...flags], { directory: folder })
}

/** Every file of a folder by its path. */
export function snapshotFolder(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted()
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]))
}
