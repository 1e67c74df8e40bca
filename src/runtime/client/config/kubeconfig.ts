import { dirname, resolve } from 'node:path'
import { ConfigurationError } from './configuration-error.ts'
import { readExecSettings, type ExecSettings } from './exec-settings.ts'
import { FieldReader } from './field-reader.ts'

/** A text that a kubeconfig holds itself, or the file that holds it. */
export interface Material {
  /** The text, decoded. */
  readonly data?: string | undefined
  /** An absolute path. */
  readonly file?: string | undefined
}

export interface Cluster {
  readonly name: string
  readonly server: string | undefined
  readonly tlsServerName: string | undefined
  readonly isInsecure: boolean
  readonly certificateAuthority: Material
  readonly proxyUrl: string | undefined
  /** What the cluster says to exec plugins. */
  readonly execExtension: unknown
  readonly fields: FieldReader
}

/** Whom to act as. */
export interface Impersonation {
  readonly user: string
  readonly uid: string | undefined
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}

export interface AuthProvider {
  readonly name: string
  readonly config: Readonly<Record<string, string>>
  readonly fields: FieldReader
}

export interface User {
  readonly name: string
  readonly certificate: Material
  readonly key: Material
  readonly token: string | undefined
  readonly tokenFile: string | undefined
  readonly password: { readonly username: string; readonly password: string } | undefined
  readonly impersonation: Impersonation | undefined
  readonly exec: ExecSettings | undefined
  readonly authProvider: AuthProvider | undefined
  readonly fields: FieldReader
}

export interface Context {
  readonly name: string
  readonly cluster: string | undefined
  readonly user: string | undefined
  readonly namespace: string | undefined
}

/** What one or several kubeconfig files say. */
export interface Kubeconfig {
  readonly files: readonly string[]
  readonly clusters: ReadonlyMap<string, Cluster>
  readonly users: ReadonlyMap<string, User>
  readonly contexts: ReadonlyMap<string, Context>
  readonly currentContext: string | undefined
}

/** Reads the value of one file. Paths in it are relative to it. */
export function readKubeconfig(value: unknown, file: string): Kubeconfig {
  const root = new FieldReader(value, { file, path: '' })
  return {
    files: [file],
    clusters: readNamed(root, 'clusters', readCluster),
    users: readNamed(root, 'users', readUser),
    contexts: readNamed(root, 'contexts', readContext),
    currentContext: root.string('current-context'),
  }
}

/** What several files say together: of what has one name, the first file's counts, and nothing is mixed. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  const lastFirst = configs.toReversed()
  return {
    files: configs.flatMap(({ files }) => files),
    clusters: new Map(lastFirst.flatMap(({ clusters }) => [...clusters])),
    users: new Map(lastFirst.flatMap(({ users }) => [...users])),
    contexts: new Map(lastFirst.flatMap(({ contexts }) => [...contexts])),
    currentContext: configs.find((each) => each.currentContext)?.currentContext,
  }
}

const wordOf = { clusters: 'cluster', users: 'user', contexts: 'context' } as const

function readNamed<T>(
  root: FieldReader,
  list: 'clusters' | 'users' | 'contexts',
  read: (name: string, fields: FieldReader) => T,
): ReadonlyMap<string, T> {
  const found = new Map<string, T>()
  for (const entry of root.objects(list)) {
    const name = entry.required('name')
    if (found.has(name)) throw entry.error('name', `the name \`${name}\` is there twice`)
    const fields = entry.object(wordOf[list]) ?? new FieldReader({}, entry)
    found.set(name, read(name, fields))
  }
  return found
}

function readCluster(name: string, fields: FieldReader): Cluster {
  const extension = fields.objects('extensions').find((each) => each.string('name') === execName)
  return {
    name,
    server: fields.string('server'),
    tlsServerName: fields.string('tls-server-name'),
    isInsecure: fields.boolean('insecure-skip-tls-verify'),
    certificateAuthority: readMaterial(fields, 'certificate-authority'),
    proxyUrl: fields.string('proxy-url'),
    execExtension: extension?.value('extension'),
    fields,
  }
}

const execName = 'client.authentication.k8s.io/exec'

function readContext(name: string, fields: FieldReader): Context {
  return {
    name,
    cluster: fields.string('cluster'),
    user: fields.string('user'),
    namespace: fields.string('namespace'),
  }
}

function readUser(name: string, fields: FieldReader): User {
  const provider = fields.object('auth-provider')
  const exec = fields.object('exec')
  const username = fields.string('username')
  const password = fields.string('password')
  return {
    name,
    certificate: readMaterial(fields, 'client-certificate'),
    key: readMaterial(fields, 'client-key'),
    token: fields.string('token'),
    tokenFile: readPath(fields, 'tokenFile'),
    password:
      username === undefined && password === undefined
        ? undefined
        : { username: username ?? '', password: password ?? '' },
    impersonation: readImpersonation(fields),
    exec: exec && readExecSettings(exec),
    authProvider: provider && {
      name: provider.required('name'),
      config: provider.stringMap('config'),
      fields: provider,
    },
    fields,
  }
}

function readImpersonation(fields: FieldReader): Impersonation | undefined {
  const user = fields.string('as')
  const uid = fields.string('as-uid')
  const groups = fields.strings('as-groups')
  const extra = fields.object('as-user-extra')
  if (user === undefined) {
    if (uid === undefined && groups.length === 0 && extra === undefined) return undefined
    throw fields.error('as', 'Expected the user to act as, since its uid, groups or extra are set')
  }
  const entries = extra?.names().map((name) => [name, extra.strings(name)] as const) ?? []
  return { user, uid, groups, extra: Object.fromEntries(entries) }
}

/** `name` is a file, `name-data` the content in base64. */
function readMaterial(fields: FieldReader, name: string): Material {
  const encoded = fields.string(`${name}-data`)
  const file = readPath(fields, name)
  if (encoded === undefined) return { file }
  if (file !== undefined) {
    throw fields.error(name, `Expected this or \`${name}-data\`, got both`)
  }
  if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(encoded)) {
    throw fields.wrong(`${name}-data`, 'base64')
  }
  return { data: Buffer.from(encoded, 'base64').toString('utf8') }
}

function readPath(fields: FieldReader, name: string): string | undefined {
  const path = fields.string(name)
  return path === undefined ? undefined : resolve(dirname(fields.file), path)
}

/** One cluster, one user and a namespace out of a kubeconfig. */
export interface Selection {
  readonly cluster: Cluster
  /** Absent: nobody says who asks. */
  readonly user: User | undefined
  readonly namespace: string
}

export interface SelectionOptions {
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  readonly namespace?: string | undefined
}

/** The parts that a context names, or that are asked for instead. */
export function selectContext(config: Kubeconfig, options: SelectionOptions = {}): Selection {
  const file = config.files.join(', ')
  const context = findContext(config, options.context, file)
  const { cluster, user, namespace } = { ...context, ...given(options) }
  if (cluster === undefined) {
    const missing =
      context === undefined
        ? 'current-context is not set'
        : `the context \`${context.name}\` names no cluster`
    throw new ConfigurationError(`${missing}${among(config.contexts)}`, { file })
  }
  return {
    cluster: find(config.clusters, cluster, { word: 'cluster', file }),
    user: user === undefined ? undefined : find(config.users, user, { word: 'user', file }),
    namespace: namespace ?? 'default',
  }
}

function findContext(
  { contexts, currentContext }: Kubeconfig,
  wanted: string | undefined,
  file: string,
): Context | undefined {
  const name = wanted ?? currentContext
  return name === undefined ? undefined : find(contexts, name, { word: 'context', file })
}

/** The options that are set. */
function given({ cluster, user, namespace }: SelectionOptions): Partial<Context> {
  return {
    ...(cluster !== undefined && { cluster }),
    ...(user !== undefined && { user }),
    ...(namespace !== undefined && { namespace }),
  }
}

function find<T>(
  table: ReadonlyMap<string, T>,
  name: string,
  { word, file }: { readonly word: string; readonly file: string },
): T {
  const found = table.get(name)
  if (found === undefined) {
    throw new ConfigurationError(`no ${word} \`${name}\`${among(table)}`, { file })
  }
  return found
}

function among(table: ReadonlyMap<string, unknown>): string {
  return table.size === 0
    ? ''
    : `; there are ${[...table.keys()].map((each) => `\`${each}\``).join(', ')}`
}
