import { StatusError } from '../../../src/apimachinery/status.ts'
import type { TypedObject, WatchEvent } from '../../../src/runtime/client/client.ts'
import { ConnectionError } from '../../../src/runtime/client/transport.ts'
import { MalformedEventError } from '../../../src/runtime/client/watch-stream.ts'
import { SharedIndexInformer } from '../../../src/runtime/informer/shared-index-informer.ts'
import { LineLogger } from '../../../src/runtime/log/line-logger.ts'
import { ManualClock } from '../clock/manual-clock.ts'
import { ScriptedServer } from './scripted-server.ts'

const gadget = { group: 'example.com', version: 'v1', kind: 'Gadget' }

/**
 * Runs one script against an informer: each line above `----` is a command, what the informer did about them stands
 * below. Returns the script with what really happened.
 */
export async function runInformerScript(text: string): Promise<string> {
  const script = new InformerScript()
  const blocks: string[] = []
  for (const block of text.trim().split(/\n{2,}/)) {
    const lines = block.split('\n')
    const comments = lines.filter((line) => line.startsWith('#'))
    const end = lines.indexOf('----')
    if (end < 0 && comments.length === lines.length) {
      blocks.push(block)
      continue
    }
    const commands = (end < 0 ? lines : lines.slice(0, end)).filter((each) => !each.startsWith('#'))
    for (const command of commands) await script.run(command)
    blocks.push([...comments, ...commands, '----', ...script.takeOutput()].join('\n'))
  }
  await script.run('stop')
  script.assertNothingLeft()
  return `${blocks.join('\n\n')}\n`
}

class InformerScript {
  readonly #output: string[] = []
  readonly #clock = new ManualClock()
  readonly #server = new ScriptedServer((line) => this.#output.push(`-> ${line}`))
  readonly #stop = new AbortController()
  readonly #informer = new SharedIndexInformer<TypedObject>({
    resource: gadget,
    client: this.#server,
    clock: this.#clock,
    random: () => 0,
    freeze: true,
    transform: refuseBroken,
    log: new LineLogger({
      level: 'info',
      now: () => 0,
      format: ({ level, message, fields }) => {
        const delayMs = Number(fields['delayMs'] ?? 0)
        return `${level}: ${message}${delayMs > 0 ? ` (in ${delayMs} ms)` : ''}`
      },
      write: (line) => this.#output.push(line.trimEnd()),
    }),
  })
  #running: Promise<void> | undefined

  constructor() {
    void this.#informer.synced.then(() => this.#output.push('synced'))
    this.#informer.addEventHandler({
      onAdd: (object, isInitial) => {
        this.#output.push(`add ${show(object)}${isInitial ? ' initial' : ''}`)
      },
      onUpdate: (old, object) => this.#output.push(`update ${show(old)} to ${show(object)}`),
      onDelete: (object, tombstone) => {
        this.#output.push(`delete ${show(object)}${tombstone ? ' unseen' : ''}`)
      },
    })
  }

  takeOutput(): string[] {
    return this.#output.splice(0)
  }

  assertNothingLeft(): void {
    const { openRequests } = this.#server
    if (openRequests + this.#clock.pendingTimers > 0) {
      throw new Error(`${openRequests} requests and ${this.#clock.pendingTimers} timers are left`)
    }
  }

  async run(command: string): Promise<void> {
    const [verb = '', ...words] = command.split(' ')
    const perform = this.#commands[verb]
    if (perform === undefined) throw new Error(`there is no command \`${verb}\``)
    await perform(words)
    await this.#clock.advance(0)
    if (this.#server.openRequests > 1) throw new Error('there is more than one request')
  }

  readonly #commands: Readonly<Record<string, (words: string[]) => unknown>> = {
    start: () => {
      this.#running = this.#informer.run(this.#stop.signal)
    },
    stop: async () => {
      this.#stop.abort()
      await this.#running
    },
    advance: ([seconds]) => this.#clock.advance(Number(seconds) * 1000),
    /** `send ADDED a@1 MODIFIED a@2 BOOKMARK 3`, in one chunk */
    send: (words) => this.#server.send(readEvents(words)),
    /** `page a@1 b@2 at 5`, `page a@1 at 5 continue x` */
    page: (words) => {
      const at = words.indexOf('at')
      const metadata = { resourceVersion: words[at + 1] ?? '', continue: words[at + 3] ?? '' }
      const items = words.slice(0, at).map(readObject)
      this.#server.answer({ apiVersion: 'v1', kind: 'List', metadata, items })
    },
    end: () => this.#server.end(),
    /** `discovery lists it`, `discovery lacks it` */
    discovery: ([verb]) => this.#server.discover(verb === 'lists'),
    /** `refuse 410 Expired`, `refuse 429 - after 2` */
    refuse: (words) => this.#server.fail(readStatusError(words)),
    break: () => this.#server.fail(new ConnectionError('the watch broke off')),
    garbage: () => this.#server.fail(new MalformedEventError('a line that is no event')),
    unreachable: () => {
      const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
      this.#server.fail(new ConnectionError('connect', { cause }))
    },
    store: () => {
      const objects = this.#informer.lister.list().map(show).sort()
      const quarantined = this.#informer.status().quarantined.map(({ key }) => ` (bad: ${key})`)
      this.#output.push(
        `store ${objects.join(' ') || 'nothing'}${quarantined.join('')} at ${this.#informer.lastSyncResourceVersion || 'no version'}`,
      )
    },
  }
}

/** `a@1` is object a at resourceVersion 1, `a@1/u2` has uid u2; `a@1!` cannot be used. */
function readObject(word: string): TypedObject {
  const [, name = '', resourceVersion = '', uid = `uid-${name}`, bad] =
    /^([a-z]+)@(\d*)(?:\/(\w+))?(!)?$/.exec(word) ?? []
  const annotations = bad ? { bad: 'true' } : undefined
  return {
    apiVersion: 'example.com/v1',
    kind: 'Gadget',
    metadata: { name, resourceVersion, uid, ...(annotations && { annotations }) },
  }
}

function refuseBroken(object: TypedObject): TypedObject {
  if (object.metadata?.annotations?.['bad']) throw new TypeError('this object is bad')
  return object
}

function show({ metadata = {} }: TypedObject): string {
  const { name = '', resourceVersion, uid } = metadata
  return `${name}@${resourceVersion}${uid === `uid-${name}` ? '' : `/${uid}`}`
}

function readEvents(words: readonly string[]): WatchEvent<TypedObject>[] {
  const events: WatchEvent<TypedObject>[] = []
  for (let index = 0; index < words.length; index += 2) {
    const [type = '', what = ''] = words.slice(index)
    events.push(readEvent(type, what))
  }
  return events
}

function readEvent(type: string, what: string): WatchEvent<TypedObject> {
  if (type === 'END') {
    const annotations = { 'k8s.io/initial-events-end': 'true' }
    return { type: 'BOOKMARK', object: { metadata: { resourceVersion: what, annotations } } }
  }
  if (type === 'BOOKMARK') return { type, object: { metadata: { resourceVersion: what } } }
  if (type === 'ERROR') return { type, object: readStatusError([what]).status }
  if (type === 'ADDED' || type === 'MODIFIED' || type === 'DELETED') {
    return { type, object: readObject(what) }
  }
  throw new Error(`there is no event \`${type}\``)
}

const reasons: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  403: 'Forbidden',
  404: 'NotFound',
  410: 'Expired',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  504: 'Timeout',
}

/** `410`, `429 after 2`, `504 too-large` */
function readStatusError([code = '', ...words]: readonly string[]): StatusError {
  const after = words.indexOf('after')
  return new StatusError({
    apiVersion: 'v1',
    kind: 'Status',
    code: Number(code),
    reason: reasons[code] ?? 'Unknown',
    message: `answered ${code}`,
    details: {
      ...(after >= 0 && { retryAfterSeconds: Number(words[after + 1]) }),
      ...(words.includes('too-large') && { causes: [{ reason: 'ResourceVersionTooLarge' }] }),
    },
  })
}
