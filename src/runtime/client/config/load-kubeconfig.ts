import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { ConfigurationError } from './configuration-error.ts'
import { mergeKubeconfigs, readKubeconfig, type Kubeconfig } from './kubeconfig.ts'

/** Reads one file, which must be there. */
export async function loadKubeconfigFile(path: string): Promise<Kubeconfig> {
  const file = resolve(path)
  const config = await loadWhereThere(file)
  if (config === undefined) throw new ConfigurationError('there is no such file', { file })
  return config
}

/** Reads the files of a list as `$KUBECONFIG` holds it. Those that are not there are left out, as kubectl does. */
export async function loadKubeconfigList(list: string): Promise<Kubeconfig> {
  const names = list.split(delimiter).filter((each) => each !== '')
  const files = [...new Set(names.map((each) => resolve(each)))]
  const configs = await Promise.all(files.map(loadWhereThere))
  const found = configs.filter((each) => each !== undefined)
  if (found.length === 0) {
    throw new ConfigurationError('none of its files is there', { file: `$KUBECONFIG (${list})` })
  }
  return mergeKubeconfigs(found)
}

/** `~/.kube/config`, where it is there. */
export function loadHomeKubeconfig(home: string = homedir()): Promise<Kubeconfig | undefined> {
  return loadWhereThere(join(home, '.kube', 'config'))
}

async function loadWhereThere(file: string): Promise<Kubeconfig | undefined> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw new ConfigurationError('the file cannot be read', { file, cause })
  }
  return readKubeconfig(await parse(text, file), file)
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** YAML takes a while to load, and JSON is what programs write. */
async function parse(text: string, file: string): Promise<unknown> {
  if (text.trimStart().startsWith('{')) {
    try {
      return JSON.parse(text)
    } catch {
      // YAML knows mappings in braces too: it is the one to tell what is wrong.
    }
  }
  const { parseYaml } = await import('../../../manifest/parse-yaml.ts')
  const [document] = parseYaml(text)
  const [problem] = document?.problems ?? []
  if (problem !== undefined) {
    const line = text.slice(0, problem.start).split('\n').length
    throw new ConfigurationError(problem.message, { file: `${file}:${line}` })
  }
  return document?.value
}
