/** What `test/mutants.json` says of a survivor. */
const verdicts = ['equivalent', 'text', 'accepted']
const goal = 90
const least = 85

/** The columns of the table: what became of the mutants of an area. */
const columns = ['mutants', 'killed', 'golden', 'timeout', 'survived', ...verdicts, 'unlisted']

/** Counts an area. Only what a test noticed by an assertion, and an endless loop, is killed. */
export function countArea(name, results, listed) {
  const alive = results.filter(({ status }) => status !== 'killed')
  const verdictOf = ({ key }) => listed.get(key)?.verdict
  const unlisted = alive.filter((each) => verdictOf(each) === undefined)
  const count = (status) => results.filter((each) => each.status === status).length
  return {
    name,
    unlisted,
    numbers: {
      mutants: results.length,
      killed: count('killed'),
      golden: count('golden'),
      timeout: count('timeout'),
      survived: count('survived') + count('unreached'),
      ...Object.fromEntries(
        verdicts.map((verdict) => [
          verdict,
          alive.filter((each) => verdictOf(each) === verdict).length,
        ]),
      ),
      unlisted: unlisted.length,
    },
  }
}

/** Prints the survivors that are not listed, then the table; whether every area reaches the least score. */
export function printReport(areas) {
  for (const { name, unlisted } of areas) {
    for (const { file, line, mutator, original, replacement, status } of unlisted) {
      console.log(`${name}: ${status} ${file}:${line} ${mutator}`)
      console.log(`  - ${original}\n  + ${replacement}`)
    }
  }
  const width = Math.max(...areas.map(({ name }) => name.length), 'folder'.length)
  const row = (name, cells) =>
    console.log([name.padEnd(width), ...cells.map((cell) => String(cell).padStart(10))].join(''))
  row('folder', [...columns, 'score'])
  for (const { name, numbers } of areas) {
    row(name, [...columns.map((column) => numbers[column]), `${scoreOf(numbers).toFixed(1)} %`])
  }
  const short = areas.filter(({ numbers }) => scoreOf(numbers) < least)
  console.log(
    `The goal is ${goal} %, the least ${least} %; golden files alone, time-outs and survivors do not count.`,
  )
  return short.length === 0
}

/** The share of mutants that were killed, of those that change something. */
function scoreOf({ mutants, killed, equivalent }) {
  return mutants === equivalent ? 100 : (100 * killed) / (mutants - equivalent)
}
