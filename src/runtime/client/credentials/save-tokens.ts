import { open, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { Clock } from '../../clock/clock.ts'
import { sleep } from '../../clock/sleep.ts'
import { loadKubeconfigFile } from '../config/load-kubeconfig.ts'
import type { User } from '../config/kubeconfig.ts'
import { readTokens } from './oidc-credentials.ts'
import type { OidcTokens } from './oidc-refresh.ts'

/** How long another program may hold the file. */
const lockTries = 20
const lockPauseMs = 100

/** The tokens that the user's kubeconfig file holds now. */
export async function loadTokens({ name, fields }: User): Promise<OidcTokens> {
  const config = await loadKubeconfigFile(fields.file)
  return readTokens(config.users.get(name)?.authProvider?.config ?? {})
}

/** Writes tokens into the user's kubeconfig file. Everything else in it keeps its bytes. */
export async function saveTokens(user: User, tokens: OidcTokens, clock: Clock): Promise<void> {
  const file = await realpath(user.fields.file)
  const release = await lock(`${file}.lock`, clock)
  try {
    const text = await readFile(file, 'utf8')
    const edited = await withTokens(text, user.name, tokens)
    const { mode } = await stat(file)
    const temporary = `${file}.${process.pid}.tmp`
    await writeFile(temporary, edited, { mode })
    await rename(temporary, file)
  } finally {
    await release()
  }
}

/** The lock that kubectl takes too: a file beside the kubeconfig. */
async function lock(path: string, clock: Clock): Promise<() => Promise<void>> {
  for (let tries = 1; ; tries++) {
    try {
      const handle = await open(path, 'wx', 0o600)
      await handle.close()
      return () => rm(path, { force: true })
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EEXIST'
      if (!isTaken || tries >= lockTries) throw error
    }
    await sleep(clock, lockPauseMs)
  }
}

async function withTokens(text: string, user: string, tokens: OidcTokens): Promise<string> {
  const { parseYaml } = await import('../../../manifest/parse-yaml.ts')
  const { editYaml } = await import('../../../manifest/edit-yaml.ts')
  const users: unknown = Reflect.get(Object(parseYaml(text)[0]?.value), 'users')
  const index = Array.isArray(users)
    ? users.findIndex((each: unknown) => Reflect.get(Object(each), 'name') === user)
    : -1
  if (index < 0) throw new Error(`the user \`${user}\` is no longer in the file`)
  const path = ['users', index, 'user', 'auth-provider', 'config']
  return editYaml(text, [
    { path: [...path, 'id-token'], value: tokens.idToken },
    { path: [...path, 'refresh-token'], value: tokens.refreshToken },
  ])
}
