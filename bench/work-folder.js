import { homedir } from 'node:os'
import { join } from 'node:path'

const cacheHome = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')

/** Where the peers are built and the projects to measure are laid. Kept between runs. */
export const workFolder = join(cacheHome, 'kops', 'bench')

/** The root of this repository. */
export const repository = new URL('..', import.meta.url).pathname
