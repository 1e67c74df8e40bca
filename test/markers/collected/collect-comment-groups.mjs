// Prints the distinct groups of marker lines in Go packages with a TypeScript twin of what they stand
// above, one JSON array a line: [kind, type or field; twin; marker lines]
//   node collect-comment-groups.mjs [--prose] FOLDER… > comment-groups.jsonl
// FOLDER: the sources of k8s.io/api and of cert-manager's API packages in Go's module cache.
// With --prose the whole comments, for a look now and then; the file in the repository is without.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const [withProse, folders] =
  process.argv[2] === '--prose' ? [true, process.argv.slice(3)] : [false, process.argv.slice(2)]

const scalars = {
  string: 'string',
  bool: 'boolean',
  int: 'Integer',
  uint: 'Integer',
  int16: 'Integer',
  uint8: 'Integer',
  int32: 'Int32',
  int64: 'Int64',
  uint32: 'Integer',
  uint64: 'Integer',
  float64: 'Double',
  float32: 'Float',
  byte: 'Integer',
  'metav1.Time': 'Time',
  'metav1.MicroTime': 'MicroTime',
  'metav1.Duration': 'Duration',
  'resource.Quantity': 'Quantity',
  'intstr.IntOrString': 'IntOrString',
  'metav1.LabelSelector': 'LabelSelector',
  'metav1.Condition': 'Condition',
  'metav1.ObjectMeta': 'ObjectMeta',
  'runtime.RawExtension': 'RawExtension',
  'metav1.GroupVersionKind': '{ "group": string; "version": string; "kind": string }',
  'types.UID': 'string',
  'types.NodeName': 'string',
}

const markersOf = (comment) => comment.filter((line) => /^\+[A-Za-z]/.test(line))

/** The declarations of one package: types by name, and the constants of each type. */
function readPackage(folder, names) {
  const source = {
    group: `${folder.split('/').at(-2)}v1`,
    types: new Map(),
    constants: new Map(),
  }
  for (const name of names) {
    new FileReader(source).read(readFileSync(join(folder, name), 'utf8'))
  }
  return source
}

/** Reads gofmt's output line by line. */
class FileReader {
  comment = []
  struct = undefined
  isAfterBlank = false

  constructor(source) {
    this.source = source
  }

  read(text) {
    for (const line of text.split('\n')) {
      const commented = /^\s*\/\/ ?(.*)$/.exec(line)?.[1]
      if (line.trim() === '') this.isAfterBlank = true
      else if (commented !== undefined) this.#readComment(commented.trimEnd())
      else {
        this.#readCode(line)
        this.comment = []
        this.isAfterBlank = false
      }
    }
  }

  #readComment(line) {
    if (this.isAfterBlank && markersOf(this.comment).length === 0) this.comment = []
    this.isAfterBlank = false
    this.comment.push(line)
  }

  #readCode(line) {
    const { types, constants } = this.source
    const [, constantType, value] = /^\s*(?:const\s+)?\w+\s+(\w+)\s*=\s*("[^"]*")/.exec(line) ?? []
    if (constantType) constants.set(constantType, [...(constants.get(constantType) ?? []), value])
    const [, name, , type] = /^type (\w+)(?:\[.*\])? (=\s*)?(.*?)(?:\s*\/\/.*)?$/.exec(line) ?? []
    if (name) {
      const isStruct = type.startsWith('struct')
      this.struct = isStruct ? { comment: this.comment, fields: [], embedded: [] } : undefined
      types.set(name, this.struct ?? { comment: this.comment, alias: type })
    } else if (line === '}') this.struct = undefined
    else if (this.struct) this.#readField(line)
  }

  #readField(line) {
    const embedded = /^\t([\w.]+)\s+`/.exec(line)?.[1]
    if (embedded) this.struct.embedded.push(embedded)
    const [, , type, tags = ''] = /^\t(\w+)\s+(.+?)\s+`(.*)`/.exec(line) ?? []
    const [name, ...options] = /json:"([^"]*)"/.exec(tags)?.[1]?.split(',') ?? []
    if (type === undefined || !name || name === '-') return
    const omitted = options.includes('omitempty') || options.includes('omitzero')
    this.struct.fields.push({ name, type, comment: this.comment, omitted })
  }
}

/** The fields of a struct and of those that it embeds. */
function fieldsOf({ fields, embedded }, source) {
  const inherited = embedded.flatMap((name) => {
    const declared = source.types.get(name) ?? otherTypes.get(name)
    return declared?.fields === undefined ? [] : fieldsOf(declared, source)
  })
  return [...inherited, ...fields]
}

const isKind = ({ embedded }) => embedded.includes('metav1.ObjectMeta')

function isOptional({ comment, omitted }) {
  const markers = markersOf(comment)
  const says = (pattern) => markers.some((line) => pattern.test(line))
  if (says(/^\+(k8s:|kubebuilder:validation:)?[oO]ptional\b/)) return true
  if (says(/^\+(k8s:|kubebuilder:validation:)?[rR]equired\b/)) return false
  return omitted
}

/** A TypeScript type for a Go type; objects with the fields that lists have their keys in. */
function twinOf(go, source, depth = 0) {
  const type = go.replace(/^\*/, '')
  if (type === '[]byte') return 'Bytes'
  const list = /^\[\d*\](.*)$/.exec(type)?.[1]
  if (list !== undefined) return `${twinOf(list, source, depth)}[]`
  const value = /^map\[[\w.]+\](.*)$/.exec(type)?.[1]
  if (value !== undefined) return `Record<string, ${twinOf(value, source, depth)}>`
  if (Object.hasOwn(scalars, type)) return scalars[type]
  const name = type.replace(/^(core)?v1\./, '')
  if (!source.types.has(name) && scalars[`metav1.${name}`]) return scalars[`metav1.${name}`]
  const declared = source.types.get(name) ?? otherTypes.get(type.replace(/^v1\./, 'corev1.'))
  if (declared === undefined) return 'object'
  if (declared.alias !== undefined) return aliasTwin({ name, ...declared }, source, depth)
  if (depth > 0) return 'object'
  const fields = fieldsOf(declared, source).map((field) => fieldTwin(field, source, depth + 1))
  return fields.length === 0 ? 'object' : `{ ${fields.join('; ')} }`
}

function aliasTwin({ name, alias, comment }, source, depth) {
  const values = [...new Set(source.constants.get(name) ?? [])]
  const isEnum = markersOf(comment).some((line) => /^\+(k8s:)?enum$/.test(line))
  if (isEnum && values.length > 0) return `(${values.join(' | ')})`
  if (alias !== `v1.${name}`) return twinOf(alias, source, depth)
  return twinOf(`${source.group}.${name}`, source, depth)
}

function fieldTwin(field, source, depth) {
  const fallback = markersOf(field.comment)
    .map((line) => /^\+(?:kubebuilder:)?default[:=](?!ref)/.exec(line)?.input)
    .find((line) => line !== undefined)
  const orNull = markersOf(field.comment).includes('+nullable') ? ' | null' : ''
  const text = `${JSON.stringify(field.name)}${isOptional(field) ? '?' : ''}: ${twinOf(field.type, source, depth)}${orNull}`
  return fallback === undefined ? text : `/** ${fallback} */ ${text}`
}

/** The types that other packages speak of: `corev1.Container`, `schedulingv1alpha3.PodGroup`. */
const otherTypes = new Map()
for (const path of folders.flatMap((each) => typesFiles(each))) {
  const qualifier = path.split('/').slice(-3, -1).join('')
  const { types } = readPackage(dirname(path), ['types.go'])
  for (const [name, declared] of types) otherTypes.set(`${qualifier}.${name}`, declared)
}

/** Every types.go below a folder. */
function typesFiles(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => basename(name) === 'types.go')
    .map((name) => join(folder, name))
}

const found = new Set()

function collect(target, comment, twin) {
  const lines = withProse ? comment : markersOf(comment)
  if (markersOf(comment).length > 0) found.add(JSON.stringify([target, twin, lines]))
}

/** The fields of an object without what stands above them, which is seen by itself. */
function collectPackage(folder) {
  const entries = readdirSync(folder, { withFileTypes: true })
  const names = entries
    .map(({ name }) => name)
    .filter((name) => name.endsWith('.go') && !/_test\.go$|zz_generated|generated\.pb/.test(name))
    .sort()
  const source = readPackage(folder, names)
  for (const [name, declared] of source.types) {
    if (declared.alias === undefined) {
      const properties = fieldsOf(declared, source).map((field) => fieldTwin(field, source, 1))
      collect(isKind(declared) ? 'kind' : 'type', declared.comment, `{ ${properties.join('; ')} }`)
      for (const field of declared.fields) {
        const bare = fieldTwin(
          { ...field, comment: field.comment.filter((line) => !/default/.test(line)) },
          source,
          0,
        )
        collect('field', field.comment, bare.replace(JSON.stringify(field.name), 'x'))
      }
    } else collect('type', declared.comment, aliasTwin({ name, ...declared }, source, 0))
  }
  for (const entry of entries.filter((each) => each.isDirectory() && each.name !== 'testdata')) {
    collectPackage(join(folder, entry.name))
  }
}

folders.forEach(collectPackage)
process.stdout.write([...found].sort((left, right) => (left < right ? -1 : 1)).join('\n') + '\n')
