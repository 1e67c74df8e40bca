import { createClient, loadConnection } from 'kops/runtime'
import { startControlPlane } from 'kops/testing'
import { newWidget, Widget, widgetDefinition } from './widget.js'
import { writtenAnnotation } from './settings.js'

const prefix = `/registry/${Widget.group}/${Widget.plural}/`
/** etcd takes no more in one transaction. */
const mostPuts = 128

/** An API server of its own, and how to fill it. */
export async function startCluster() {
  const controlPlane = await startControlPlane({
    crds: [widgetDefinition],
    flags: { etcd: { 'quota-backend-bytes': 6_000_000_000 } },
  })
  const connection = await loadConnection({ kubeconfig: controlPlane.kubeconfigPath })
  const connected = createClient(connection)
  const { client } = connected
  return {
    kubeconfig: controlPlane.kubeconfigPath,
    /** Puts so many Widgets in place of those there are. @param {number} count @param {number} bytes */
    async fill(count, bytes) {
      await fillEtcd(controlPlane.etcdUrl, count, bytes)
      for (let found = -1; found !== count;) {
        const { items, metadata } = await client.list(Widget, { limit: 1 })
        found = items.length + (metadata?.remainingItemCount ?? 0)
      }
    },
    /** Writes to Widgets in turn, so many a second, whether answers come or not. @param {number} writes @param {number} rate */
    async write(writes, rate) {
      const start = performance.now()
      const pending = []
      for (let index = 0; index < writes; index++) {
        const early = start + (index * 1000) / rate - performance.now()
        if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
        pending.push(touch(client, index))
      }
      await Promise.all(pending)
    },
    async stop() {
      connected.close()
      await controlPlane.stop()
    },
  }
}

/** @param {import('kops/runtime').Client} client @param {number} index */
function touch(client, index) {
  const now = Math.round((performance.timeOrigin + performance.now()) * 1000)
  const annotations = { [writtenAnnotation]: String(now) }
  return client.patch(
    Widget,
    { namespace: 'default', name: newWidget(index, 0).metadata.name },
    { type: 'merge', value: { metadata: { annotations } } },
  )
}

/** Straight into etcd: the API server takes a hundred times as long. @param {string} url @param {number} count @param {number} bytes */
async function fillEtcd(url, count, bytes) {
  await ask(`${url}/v3/kv/deleterange`, { key: base64(prefix), range_end: base64(`${prefix}~`) })
  for (let start = 0; start < count; start += mostPuts) {
    const length = Math.min(mostPuts, count - start)
    const success = Array.from({ length }, (_, offset) => {
      return { requestPut: putOf(start + offset, bytes) }
    })
    await ask(`${url}/v3/kv/txn`, { success })
  }
  // All of a transaction have one version, as objects that the API server writes never have: it may list some of them
  // at that version, and tell of the rest later. A version of its own comes after all of them.
  await ask(`${url}/v3/kv/put`, putOf(count - 1, bytes))
}

/** @param {number} index @param {number} bytes */
function putOf(index, bytes) {
  const widget = newWidget(index, bytes)
  const { namespace, name } = widget.metadata
  const key = base64(`${prefix}${namespace}/${name}`)
  return { key, value: base64(JSON.stringify(widget)) }
}

/** @param {string} url @param {object} body */
async function ask(url, body) {
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`etcd: ${await answer.text()}`)
  await answer.arrayBuffer()
}

/** @param {string} text */
function base64(text) {
  return Buffer.from(text, 'utf8').toString('base64')
}
