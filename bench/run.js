/*
 * `make bench`: kops beside its peers on this machine. Arguments name the groups of rows to measure; all
 * without arguments. Start reading at the rows; `measure.js` says how a figure comes about.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { commandRows } from './rows/commands.js'
import { embeddedRows } from './rows/embedded.js'
import { freshCloneRows } from './rows/fresh-clone.js'
import { importRows } from './rows/import.js'
import { runtimeRows } from './rows/runtime.js'
import { scaffoldRows } from './rows/scaffold.js'
import { sessionRows } from './rows/session.js'
import { typesRows } from './rows/types.js'
import { webhookRows } from './rows/webhooks.js'
import { workFolder } from './work-folder.js'

const groups = /** @type {Record<string, () => boolean[] | Promise<boolean[]>>} */ ({
  commands: commandRows,
  scaffold: scaffoldRows,
  types: typesRows,
  session: sessionRows,
  embedded: embeddedRows,
  'fresh-clone': freshCloneRows,
  import: importRows,
  runtime: runtimeRows,
  webhooks: webhookRows,
})

mkdirSync(workFolder, { recursive: true })
const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(groups)
const goVersion = execFileSync('go', ['version'], { encoding: 'utf8' }).trim()
process.stdout.write(
  `${cpus().length} × ${cpus()[0]?.model}, load ${loadavg()
    .map((each) => each.toFixed(1))
    .join(' ')}, ${goVersion}\n` + 'medians of interleaved runs, each in a new process\n',
)
const results = /** @type {boolean[]} */ ([])
for (const name of wanted) {
  const rows = groups[name]
  if (!rows)
    throw new Error(`no rows are called ${name}; there are ${Object.keys(groups).join(', ')}`)
  results.push(...(await rows()))
}
const met = results.filter(Boolean).length
process.stdout.write(`${met} of ${results.length} goals met\n`)
