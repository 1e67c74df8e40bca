/*
 * What the language alone takes for the same workloads: node:http, JSON.parse and a Map. Its twin is
 * bench/controller-runtime/floor.go.
 */
import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { loadConnection } from 'kops/runtime'
import { microseconds, quantiles, say, settledMemory } from '../report.js'
import { readSettings, writtenAnnotation } from '../settings.js'

const settings = readSettings()
const { server, tls } = await loadConnection({ kubeconfig: settings.server })
const collection = '/apis/bench.kops.dev/v1/namespaces/default/widgets'
const isSecure = server.protocol === 'https:'
const certificates = 'current' in tls ? await tls.current() : tls
const agent = isSecure
  ? new Agent({ keepAlive: true, ...certificates })
  : new HttpAgent({ keepAlive: true })

/**
 * @param {string} path @param {{ method?: string, headers?: Record<string, string>, body?: string }} [options]
 * @returns {Promise<import('node:http').IncomingMessage>}
 */
function send(path, { method = 'GET', headers = {}, body } = {}) {
  return new Promise((resolve, reject) => {
    const request = isSecure ? httpsRequest : httpRequest
    request(new URL(path, server), { method, headers, agent }, resolve)
      .on('error', reject)
      .end(body)
  })
}

/** @type {Map<string, any>} */
const objects = new Map()
/** @type {number[]} */
const latencies = []
let isSynced = false
let events = 0

/** Whether the workload has come to its end. @param {any} event */
function handle({ type, object }) {
  if (type === 'BOOKMARK') return bookmark(object)
  delete object.metadata.managedFields
  objects.set(object.metadata.name, object)
  events++
  if (!isSynced) return false
  if (settings.workload === 'replay') {
    if (object.metadata.resourceVersion !== settings.last) return false
    say('done', { reconciles: events })
    return true
  }
  const written = Number(object.metadata.annotations[writtenAnnotation])
  latencies.push((microseconds() - written) / 1000)
  if (latencies.length < settings.samples) return false
  say('done', quantiles(latencies))
  return true
}

/** @param {any} object */
function bookmark(object) {
  if (isSynced || object.metadata.annotations?.['k8s.io/initial-events-end'] !== 'true')
    return false
  isSynced = true
  events = 0
  if (settings.workload === 'sync') say('done', { reconciles: objects.size })
  else say('synced')
  return settings.workload === 'sync' || settings.workload === 'patch'
}

async function read() {
  const query =
    'watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&resourceVersion=0'
  const response = await send(`${collection}?${query}`)
  /** @type {Buffer[]} */
  let pieces = []
  for await (const chunk of response) {
    let start = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, start)) {
      pieces.push(chunk.subarray(start, at))
      const line = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces)
      pieces = []
      start = at + 1
      if (handle(JSON.parse(String(line)))) return
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start))
  }
}

/** @param {number} pass */
async function patchAll(pass) {
  const names = objects.keys()
  const run = `${settings.run}/${pass}`
  const body = JSON.stringify({ status: { run, observedGeneration: 1 } })
  const headers = { 'content-type': 'application/merge-patch+json' }
  const work = async () => {
    for (const name of names) {
      const path = `${collection}/${name}/status`
      const response = await send(path, { method: 'PATCH', headers, body })
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      if (response.statusCode !== 200) throw new Error(text)
      JSON.parse(text)
    }
  }
  await Promise.all(Array.from({ length: settings.concurrent }, work))
}

await read()
if (settings.workload === 'patch') {
  for (let pass = 1; pass <= settings.passes; pass++) await patchAll(pass)
  say('done', { reconciles: objects.size * settings.passes })
}
if (settings.workload === 'sync') say('memory', { resident: await settledMemory() })
process.exit(0)
