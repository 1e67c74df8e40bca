import type { Impersonation } from '../config/kubeconfig.ts'
import type { Credentials, Headers } from '../connection.ts'

/** Acts as someone else, on the strength of one's own credentials. */
export function impersonate(credentials: Credentials, impersonation: Impersonation): Credentials {
  const acting = impersonationHeaders(impersonation)
  return {
    headers: async (signal) => ({ ...(await credentials.headers(signal)), ...acting }),
    invalidate: (refused) => credentials.invalidate(refused),
  }
}

function impersonationHeaders({ user, uid, groups, extra }: Impersonation): Headers {
  return {
    'impersonate-user': user,
    ...(uid !== undefined && { 'impersonate-uid': uid }),
    ...(groups.length > 0 && { 'impersonate-group': groups }),
    ...Object.fromEntries(
      Object.entries(extra).map(([name, values]) => [
        `impersonate-extra-${encodeName(name)}`,
        values,
      ]),
    ),
  }
}

/** What no header's name can hold is written by its bytes, as the server reads it. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toLowerCase()).replace(
    /[()]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
