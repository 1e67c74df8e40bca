import https from 'node:https'

/** @typedef {{ url: string, token: string }} Server */

/** @param {Server} server @param {string} path @returns {Promise<any>} */
export function getJson(server, path) {
  return new Promise((resolve, reject) => {
    const options = {
      rejectUnauthorized: false,
      headers: { authorization: `Bearer ${server.token}` },
    }
    https
      .get(new URL(path, server.url), options, (response) => {
        const chunks = /** @type {Buffer[]} */ ([])
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString('utf8'))))
      })
      .on('error', reject)
  })
}

/** Every component schema of every group version, by its OpenAPI name. @param {Server} server */
export async function readComponents(server) {
  const { paths } = await getJson(server, '/openapi/v3')
  const components = /** @type {Record<string, any>} */ ({})
  for (const [path, { serverRelativeURL }] of Object.entries(paths)) {
    if (!/^(api|apis\/[^/]+)\/v/.test(path)) continue
    const document = await getJson(server, serverRelativeURL)
    Object.assign(components, document.components?.schemas)
  }
  return components
}

/**
 * The resources of every group version, from discovery: `core/v1` → kinds with plural, scope, verbs and
 * subresources. @param {Server} server
 */
export async function readResources(server) {
  const { groups } = await getJson(server, '/apis')
  const versions = [
    { path: '/api/v1', group: '', version: 'v1' },
    ...groups.flatMap((/** @type {any} */ group) =>
      group.versions.map((/** @type {any} */ each) => ({
        path: `/apis/${each.groupVersion}`,
        group: group.name,
        version: each.version,
      })),
    ),
  ]
  const byGroupVersion = /** @type {Record<string, any[]>} */ ({})
  for (const { path, group, version } of versions) {
    const { resources } = await getJson(server, path)
    const list = resourcesOf(resources)
    if (list.length > 0) byGroupVersion[`${group}/${version}`] = list
  }
  return byGroupVersion
}

/** @param {any[]} resources */
function resourcesOf(resources) {
  const subresources = resources.filter((each) => each.name.includes('/'))
  return resources
    .filter((each) => !each.name.includes('/'))
    .map((each) => ({
      kind: each.kind,
      plural: each.name,
      namespaced: each.namespaced,
      verbs: [...each.verbs].sort(),
      subresources: subresources
        .filter((sub) => sub.name.startsWith(`${each.name}/`))
        .map((sub) => sub.name.slice(each.name.length + 1))
        .sort(),
    }))
    .sort((left, right) => (left.plural < right.plural ? -1 : 1))
}
