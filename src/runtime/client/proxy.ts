import { BlockList, isIP } from 'node:net'
import { ConfigurationError } from './config/configuration-error.ts'
import { targetOf } from './dial.ts'

const schemes: ReadonlySet<string> = new Set(['http:', 'https:', 'socks5:', 'socks5h:'])

/** Reads the URL of a proxy; a host and a port alone mean HTTP. `where` says where it stands. */
export function parseProxy(text: string, where: string): URL {
  const url = text.includes('://') ? text : `http://${text}`
  const proxy = URL.canParse(url) ? new URL(url) : undefined
  if (proxy === undefined || !schemes.has(proxy.protocol)) {
    throw new ConfigurationError('Expected the URL of an http, https or socks5 proxy', {
      file: where,
    })
  }
  return proxy
}

/** The proxy that the environment names for a server: `HTTPS_PROXY` or `HTTP_PROXY`, unless `NO_PROXY` holds it. */
export function selectProxy(server: URL, environment: NodeJS.ProcessEnv): URL | undefined {
  const name = server.protocol === 'http:' ? 'HTTP_PROXY' : 'HTTPS_PROXY'
  const text = environment[name] || environment[name.toLowerCase()]
  if (!text) return undefined
  const exceptions = environment['NO_PROXY'] || environment['no_proxy'] || ''
  const { host, port } = targetOf(server)
  if (isLoopback(host) || exceptions.split(',').some((each) => covers(each.trim(), host, port))) {
    return undefined
  }
  return parseProxy(text, `$${name}`)
}

/** Proxies do not reach this machine's own names. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || isIn('127.0.0.0/8', host) || host === '::1'
}

/** Whether an entry of `NO_PROXY` means a host: `*`, an address, a range, a domain with all below it, or only those. */
function covers(entry: string, host: string, port: number): boolean {
  if (entry === '') return false
  if (entry === '*') return true
  if (entry.includes('/')) return isIn(entry, host)
  const [, name = '', wantedPort] =
    /^\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(entry) === 6 ? `[${entry}]` : entry) ?? []
  if (wantedPort !== undefined && Number(wantedPort) !== port) return false
  const domain = name.toLowerCase().replace(/^\*\./, '.')
  const lowerHost = host.toLowerCase()
  if (domain.startsWith('.')) return lowerHost.endsWith(domain)
  return lowerHost === domain || (isIP(host) === 0 && lowerHost.endsWith(`.${domain}`))
}

function isIn(range: string, host: string): boolean {
  const [network = '', prefix = ''] = range.split('/')
  const families = { 4: 'ipv4', 6: 'ipv6' } as const
  const family = isIP(network)
  if ((family !== 4 && family !== 6) || isIP(host) !== family || !/^\d+$/.test(prefix)) return false
  if (Number(prefix) > (family === 4 ? 32 : 128)) return false
  const list = new BlockList()
  list.addSubnet(network, Number(prefix), families[family])
  return list.check(host, families[family])
}
