// Prints controller-gen's own list of markers as the golden of marker-table.test.ts:
//   node collect-controller-gen-markers.mjs CONTROLLER-GEN > controller-gen-markers.json
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'

const [program] = process.argv.slice(2)
const generators = ['crd', 'rbac:roleName=any', 'webhook', 'object', 'applyconfiguration']
const run = (...words) =>
  execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
const outputs = generators.map((generator) => run(generator, '-wwww'))

const byName = (left, right) => (left.name < right.name ? -1 : 1)

const argumentsOf = ({ fields = [] }) =>
  fields
    .toSorted(byName)
    .map(({ name, type, optional, itemType }) => [
      name,
      type === 'slice' ? `[]${itemType.type}` : type === '' ? 'number' : type,
      optional,
    ])
const registrations = outputs.flatMap((output, index) =>
  JSON.parse(output)
    .flatMap(({ markers }) => markers)
    .map((marker) => ({
      generator: generators[index].split(':')[0],
      name: marker.name,
      target: marker.target,
      arguments: argumentsOf(marker),
      ...(marker.deprecatedInFavorOf === undefined
        ? {}
        : { deprecated: marker.deprecatedInFavorOf }),
    })),
)
// The list for applyconfiguration repeats crd's.
const known = new Set()
const distinct = registrations.filter(({ name, target }) => {
  const key = `${name} ${target}`
  return known.has(key) ? false : Boolean(known.add(key))
})
distinct.sort((a, b) => (`${a.name} ${a.target}` < `${b.name} ${b.target}` ? -1 : 1))
const lines = distinct.map((each) => '    ' + JSON.stringify(each)).join(',\n')
const hash = createHash('sha256')
  .update(outputs.map((output) => JSON.stringify(sorted(output))).join('\n'))
  .digest('hex')

/** The lists come in random order. */
function sorted(output) {
  return JSON.parse(output)
    .flatMap(({ markers }) => markers.map((marker) => JSON.stringify(marker)))
    .sort()
}

process.stdout.write(`{
  "version": ${JSON.stringify(run('--version').trim().replace('Version: ', ''))},
  "outputSha256": ${JSON.stringify(hash)},
  "registrations": [
${lines}
  ]
}
`)
