import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { kubebuilder } from './peers.js'
import { repository, workFolder } from './work-folder.js'

export const kops = join(repository, 'bin/kops.js')

/** kubebuilder's scaffold of one API with controller and webhook, made once. */
export function kubebuilderProject() {
  const folder = join(workFolder, 'kubebuilder-project')
  if (existsSync(join(folder, 'done'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const api = ['--group', 'apps', '--version', 'v1', '--kind', 'Application']
  run(folder, kubebuilder(), ['init', '--domain', 'my.domain', '--repo', 'example.com/demo'])
  run(folder, kubebuilder(), [
    'create',
    'api',
    ...api,
    '--resource',
    '--controller',
    '--make=false',
  ])
  const webhook = ['--defaulting', '--programmatic-validation', '--make=false']
  run(folder, kubebuilder(), ['create', 'webhook', ...api, ...webhook])
  writeFileSync(join(folder, 'done'), '')
  return folder
}

/** kops's scaffold of the same, anew. @param {string} name */
export function kopsProject(name) {
  const folder = join(workFolder, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  run(folder, process.execPath, [kops, 'init', '--domain', 'my.domain', '--no-install'])
  const api = ['--group', 'apps', '--version', 'v1', '--kind', 'Application']
  run(folder, process.execPath, [kops, 'create', 'api', ...api])
  return folder
}

/** @param {string} folder @param {string} program @param {readonly string[]} args */
export function run(folder, program, args) {
  execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/**
 * A function that edits one field's comment in a file, differently at each run. @param {string} path
 * @param {string} anchor a text of the file, before which a word is put
 */
export function fieldEditor(path, anchor) {
  const text = readFileSync(path, 'utf8')
  if (!text.includes(anchor)) throw new Error(`${path} does not hold ${anchor}`)
  let edits = 0
  return () => {
    edits++
    writeFileSync(path, text.replace(anchor, `Revision ${edits}. ${anchor}`))
  }
}
