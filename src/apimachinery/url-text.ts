/*
 * URLs as messages, logs and written files may show them. The user and the password of a URL are a secret: they are
 * left out wherever a URL is shown.
 */

/**
 * Returns a URL without its user and password. Of a text that is no URL, everything up to the last `@` is left out but
 * the scheme: a password with a `/` or a `@` in it is what keeps many a URL from being one.
 */
export function showUrl(text: string): string {
  const end = text.lastIndexOf('@')
  if (end < 0) return text
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && url.host !== '' && !emptyPort.test(text)) {
    if (url.username === '' && url.password === '') return text
    url.username = ''
    url.password = ''
    return url.href
  }
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? ''
  return `${scheme}${text.slice(end + 1)}`
}

/** A `:` without a port before the path: `https://user:/word@host`, where a password begins with a slash. */
const emptyPort = /^[^/?#]*\/\/[^/?#]*:[/?#]/

/** Up to the next URL or to what ends one in prose, JSON and code. */
const fromAuthority = /:\/\/(?:(?!:\/\/)[^\s"'`<>])*/g

/** Returns a text with every URL in it as `showUrl` shows it. */
export function showUrlsIn(text: string): string {
  if (!text.includes('@') || !text.includes('://')) return text
  return text.replaceAll(fromAuthority, (rest) => showUrl(`http${rest}`).slice('http'.length))
}

/** Returns a user or a password of a URL with its escapes undone. A `%` that begins none stands for itself. */
export function decodeUserPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // `%` and two other characters: the password was not escaped, and this is what it is.
    return text
  }
}
