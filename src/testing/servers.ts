import { HttpClient, type Connection } from './http-client.ts'
import type { ProgramFlags } from './program-flags.ts'

/** A server that a control plane runs. */
export type ServerName =
  'etcd' | 'kube-apiserver' | 'kube-controller-manager' | 'kube-scheduler' | 'kwok'

/** Where a control plane keeps its files and listens: the same for as long as it lives. */
export interface Site {
  readonly directory: string
  /** The name that etcd tells of itself: another etcd on the same port would tell another one. */
  readonly etcdName: string
  readonly ports: Readonly<Record<PortName, number>>
  readonly connection: Connection
  /** Whether kube-controller-manager runs beside the API server. */
  readonly hasControllers: boolean
}

export const portNames = [
  'etcd',
  'etcdPeer',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kwok',
] as const

export type PortName = (typeof portNames)[number]

interface Server {
  flags(site: Site): ProgramFlags
  /** Throws or is false while the server does not serve yet. */
  isReady(site: Site): Promise<boolean>
}

/** How each server is started, and how it tells that it serves. */
export const servers: Readonly<Record<ServerName, Server>> = {
  etcd: {
    flags: ({ directory, etcdName: name, ports }) => {
      const [clientUrl, peerUrl] = [loopback(ports.etcd), loopback(ports.etcdPeer)]
      return {
        name,
        'data-dir': etcdDirectory(directory),
        'unsafe-no-fsync': true,
        'listen-client-urls': clientUrl,
        'advertise-client-urls': clientUrl,
        'listen-peer-urls': peerUrl,
        'initial-advertise-peer-urls': peerUrl,
        'initial-cluster': `${name}=${peerUrl}`,
        'log-level': 'warn',
      }
    },
    isReady: async ({ etcdName, ports }) => {
      const url = `${loopback(ports.etcd)}/v3/cluster/member/list`
      const answer = await fetch(url, { method: 'POST', body: '{}' })
      return (await answer.text()).includes(etcdName)
    },
  },

  'kube-apiserver': {
    flags: ({ directory, ports, hasControllers }) => ({
      'etcd-servers': loopback(ports.etcd),
      'bind-address': '127.0.0.1',
      'secure-port': ports['kube-apiserver'],
      'cert-dir': directory,
      'tls-cert-file': `${directory}/apiserver.crt`,
      'tls-private-key-file': `${directory}/apiserver.key`,
      'client-ca-file': `${directory}/ca.crt`,
      'service-account-issuer': 'https://kubernetes.default.svc',
      'service-account-key-file': `${directory}/service-accounts.pub`,
      'service-account-signing-key-file': `${directory}/service-accounts.key`,
      'service-cluster-ip-range': '10.0.0.0/24',
      'authorization-mode': 'RBAC',
      // Without kube-controller-manager nobody would make the service accounts that Pods must have.
      'disable-admission-plugins': hasControllers ? null : 'ServiceAccount',
      'allow-privileged': true,
    }),
    isReady: async ({ connection }) =>
      (await succeeds(connection, '/readyz')) &&
      (await succeeds(connection, '/api/v1/namespaces/default')),
  },

  'kube-controller-manager': {
    flags: ({ directory, ports }) => ({
      ...underKubeconfig(directory),
      'secure-port': ports['kube-controller-manager'],
      'service-account-private-key-file': `${directory}/service-accounts.key`,
      'root-ca-file': `${directory}/ca.crt`,
      'cluster-signing-cert-file': `${directory}/ca.crt`,
      'cluster-signing-key-file': `${directory}/ca.key`,
    }),
    // A service account in a new namespace tells that the controllers work, not only that they listen.
    isReady: ({ connection }) =>
      succeeds(connection, '/api/v1/namespaces/default/serviceaccounts/default'),
  },

  'kube-scheduler': {
    flags: ({ directory, ports }) => ({
      ...underKubeconfig(directory),
      'secure-port': ports['kube-scheduler'],
    }),
    isReady: ({ connection, ports }) =>
      succeeds({ ...connection, server: secure(ports['kube-scheduler']) }, '/readyz'),
  },

  kwok: {
    flags: ({ directory, ports }) => ({
      kubeconfig: `${directory}/kubeconfig`,
      config: `${directory}/kwok.yaml`,
      'manage-all-nodes': true,
      'node-ip': '127.0.0.1',
      'server-address': `127.0.0.1:${ports.kwok}`,
    }),
    isReady: async ({ connection, ports }) => {
      const answer = await fetch(`${loopback(ports.kwok)}/healthz`)
      return answer.ok && isNodeReady(connection)
    },
  },
}

/** What kube-controller-manager and kube-scheduler have in common. */
function underKubeconfig(directory: string): ProgramFlags {
  return {
    kubeconfig: `${directory}/kubeconfig`,
    'bind-address': '127.0.0.1',
    'tls-cert-file': `${directory}/apiserver.crt`,
    'tls-private-key-file': `${directory}/apiserver.key`,
    // There is one of each: nobody to elect a leader from.
    'leader-elect': false,
  }
}

/** Where etcd keeps its data. */
export function etcdDirectory(directory: string): string {
  return `${directory}/etcd`
}

/** The node that kwok plays. */
export const nodeName = 'kops-node'

async function isNodeReady(connection: Connection): Promise<boolean> {
  const node = await read(connection, `/api/v1/nodes/${nodeName}`)
  const conditions = (node as NodeObject | undefined)?.status?.conditions ?? []
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
}

interface NodeObject {
  readonly status?: { readonly conditions?: readonly { type: string; status: string }[] }
}

async function succeeds(connection: Connection, path: string): Promise<boolean> {
  return (await read(connection, path)) !== undefined
}

/** What the server answers; a refusal is undefined. */
async function read(connection: Connection, path: string): Promise<unknown> {
  const http = new HttpClient(connection)
  try {
    const { status, body } = await http.send({ method: 'GET', path })
    if (status !== 200) return undefined
    return body.startsWith('{') ? JSON.parse(body) : body
  } finally {
    http.close()
  }
}

function loopback(port: number): string {
  return `http://127.0.0.1:${port}`
}

function secure(port: number): string {
  return `https://127.0.0.1:${port}`
}
