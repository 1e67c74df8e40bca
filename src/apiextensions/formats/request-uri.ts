/*
 * What Go's url.ParseRequestURI takes: an absolute URI, or an absolute path.
 */

/** Whether a text is a URI such as a request has. */
export function isRequestUri(text: string): boolean {
  if (text === '' || /\p{Cc}/u.test(text.replaceAll(/[\u0080-\u009f]/g, ''))) return false
  if (text === '*') return true
  const [, scheme, rest = ''] = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(.*)$/s.exec(text) ?? []
  const [path = ''] = rest.split('?')
  if (scheme === undefined) return path.startsWith('/') && hasWholeEscapes(path)
  return path.startsWith('/') ? isHierarchical(path) : true
}

/** What follows a scheme: `//authority/path` or `/path`. */
function isHierarchical(path: string): boolean {
  const [, authority = '', after = ''] = /^(?:\/\/([^/]*))?(.*)$/s.exec(path) ?? []
  return isAuthority(authority) && hasWholeEscapes(after)
}

function hasWholeEscapes(text: string): boolean {
  return !/%(?![0-9a-fA-F]{2})/.test(text)
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@')
  const user = at < 0 ? '' : authority.slice(0, at)
  const isUser = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(user) && hasWholeEscapes(user)
  return isUser && isHost(authority.slice(at + 1))
}

function isHost(host: string): boolean {
  const bracketed = /^\[([^\]]*)\](.*)$/s.exec(host)
  if (bracketed !== null) {
    const [, inside = '', port = ''] = bracketed
    return isPort(port) && /^[0-9a-fA-F:.]+(?:%25[A-Za-z0-9\-._~%]+)?$/.test(inside)
  }
  if (host.includes('[') || host.includes(']')) return false
  const colon = host.indexOf(':')
  if (colon >= 0 && !isPort(host.slice(colon))) return false
  // Below 0x80 only what need not be escaped; an escape stands for a byte above.
  return /^(?:\P{ASCII}|[A-Za-z0-9\-._~!$&'()*+,;=:<>"]|%[89a-fA-F][0-9a-fA-F])*$/u.test(host)
}

function isPort(port: string): boolean {
  return /^(?::\d*)?$/.test(port)
}
