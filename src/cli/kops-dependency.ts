import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import type { KopsDependency } from '../scaffold/init-plan.ts'

/** The folder of this package: of the checkout, or of the installed copy. */
const packageRoot = fileURLToPath(new URL('../..', import.meta.url))

interface PackageManifest {
  readonly version: string
  /** Whether the package is on no registry. */
  readonly private: boolean
}

/**
 * What a new project depends on: the version range of a published kops; of a checkout, a packed copy
 * that goes into the project, so that whoever clones the project can install it.
 */
export function findKopsDependency(
  sink: DiagnosticSink,
  root = packageRoot,
): KopsDependency | undefined {
  const manifest = readManifest(root)
  if (!manifest.private) return { specifier: `^${manifest.version}` }
  const name = findPackedCopy(root, manifest.version)
  if (name === undefined) {
    const notes = [
      'this kops is on no registry, and its checkout holds no packed copy for the project',
    ]
    const helps = [
      'run `make build` in the checkout of kops, or say with `--kops` what npm should install',
    ]
    sink.report('args/missing-flag', { command: 'kops init', flag: 'kops' }, { notes, helps })
    return undefined
  }
  const path = `vendor/${name}`
  return {
    specifier: `file:${path}`,
    vendored: { path, content: readFileSync(join(root, 'dist', name)) },
  }
}

function readManifest(root: string): PackageManifest {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (typeof manifest !== 'object' || manifest === null)
    throw new Error('kops has a broken package.json')
  const version = 'version' in manifest ? String(manifest.version) : ''
  return { version, private: 'private' in manifest && manifest.private === true }
}

/** The build leaves one, named by its content: npm would take another of the same name from its cache. */
function findPackedCopy(root: string, version: string): string | undefined {
  try {
    const names = readdirSync(join(root, 'dist'))
    return names.find((name) => name.startsWith(`kops-${version}-`) && name.endsWith('.tgz'))
  } catch {
    // Not built: the same as a build without a packed copy.
    return undefined
  }
}
