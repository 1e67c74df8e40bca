import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of the running copy of kops, with forward slashes. */
export const packageDirectory: string = fileURLToPath(new URL('../..', import.meta.url))
  .replaceAll('\\', '/')
  .replace(/\/$/, '')

/**
 * Tells this build of kops from every other, so that no result of another one is taken for its own.
 * A build brings its own digest; a checkout without one is known by its files and when they changed.
 */
export function buildIdentity(directory: string = packageDirectory): string {
  const digest = createHash('sha256').update(readFileSync(`${directory}/package.json`))
  const written = readBuildId(directory)
  if (written !== undefined) digest.update(written)
  else for (const folder of ['dist', 'src']) addFiles(`${directory}/${folder}`, digest)
  return digest.digest('base64url')
}

function readBuildId(directory: string): string | undefined {
  try {
    return readFileSync(`${directory}/dist/build-id`, 'utf8')
  } catch {
    // A checkout, or a build that brings no digest.
    return undefined
  }
}

function addFiles(folder: string, digest: ReturnType<typeof createHash>): void {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isThere) return
  for (const entry of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const { size, mtimeMs } = statSync(`${folder}/${entry}`)
    digest.update(JSON.stringify([entry, size, mtimeMs]))
  }
}
