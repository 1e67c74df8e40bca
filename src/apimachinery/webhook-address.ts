import { validateDns1123Subdomain } from './names.ts'

/** What is wrong with the path that the API server calls at a webhook's service; undefined where it is right. */
export function findWebhookPathProblem(path: string): string | undefined {
  if (!path.startsWith('/')) return 'it does not begin with `/`'
  const segments = path
    .replace(/(?<=.)\/$/, '')
    .split('/')
    .slice(1)
  const wrong = segments.find((segment) => validateDns1123Subdomain(segment).length > 0)
  if (path === '/' || wrong === undefined) return undefined
  if (wrong === '') return 'it has an empty segment'
  return `\`${wrong}\` has more than lower case letters, digits, \`-\` and \`.\``
}

/** Whether the API server would call a webhook at a URL: `https://host:port/path`, without user, query and fragment. */
export function isWebhookUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.protocol === 'https:' && `${url.username}${url.search}${url.hash}` === ''
  return isPlain && url.host !== ''
}
