import { createReadStream, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { workFolder } from '../work-folder.js'
import { newWidget } from './widget.js'

const folder = join(workFolder, 'replay')

/** The last resourceVersion of a stream. @param {number} count @param {number} events */
export function lastVersion(count, events) {
  return String(count + events)
}

/**
 * An API server of one answer: the initial events of `count` objects, and after `start` the recorded stream, as fast as
 * it is read. @param {number} count @param {number} events
 */
export async function startReplay(count, events) {
  const initial = await record(`initial-${count}`, initialEvents(count))
  const stream = await record(`stream-${count}-${events}`, streamEvents(count, events))
  const watchers = /** @type {import('node:http').ServerResponse[]} */ ([])
  const server = createServer((request, response) => {
    if (!request.url?.includes('sendInitialEvents=true')) {
      response.writeHead(500).end(`this server does not answer ${request.url}`)
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    createReadStream(initial).pipe(response, { end: false })
    watchers.push(response)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    kubeconfig: kubeconfigOf(`http://127.0.0.1:${port}`),
    /** Lets the stream go to whom it was sent last. */
    start() {
      const watcher = watchers.at(-1)
      if (watcher)
        createReadStream(stream, { highWaterMark: 1 << 18 }).pipe(watcher, { end: false })
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Writes lines to a file once. @param {string} name @param {Iterable<string>} lines */
async function record(name, lines) {
  const path = join(folder, name)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const file = await open(`${path}.part`, 'w')
  let text = ''
  for (const line of lines) {
    text += `${line}\n`
    if (text.length < 1 << 20) continue
    await file.write(text)
    text = ''
  }
  await file.write(text)
  await file.close()
  renameSync(`${path}.part`, path)
  return path
}

/** @param {number} count */
function* initialEvents(count) {
  for (let index = 0; index < count; index++) {
    yield eventOf('ADDED', newWidget(index, 1024), index + 1)
  }
  const annotations = { 'k8s.io/initial-events-end': 'true' }
  const bookmark = {
    kind: 'Widget',
    apiVersion: 'bench.kops.dev/v1',
    metadata: { resourceVersion: String(count), creationTimestamp: null, annotations },
  }
  yield JSON.stringify({ type: 'BOOKMARK', object: bookmark })
}

/** Each object changes in turn, out of its order. @param {number} count @param {number} events */
function* streamEvents(count, events) {
  for (let event = 1; event <= events; event++) {
    const widget = newWidget((event * 7919) % count, 1024)
    widget.metadata.generation = 1 + Math.ceil(event / count)
    widget.spec.replicas = event % 10
    yield eventOf('MODIFIED', widget, count + event)
  }
}

/** @param {string} type @param {any} object @param {number} version */
function eventOf(type, object, version) {
  object.metadata.resourceVersion = String(version)
  return JSON.stringify({ type, object })
}

/** @param {string} server */
function kubeconfigOf(server) {
  const path = join(folder, 'kubeconfig')
  const name = 'replay'
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    users: [{ name, user: {} }],
  }
  writeFileSync(path, JSON.stringify(config))
  return path
}
