import { findWebhookPathProblem } from '../apimachinery/webhook-address.ts'
import type { DiagnosticSink } from '../diagnostics/sink.ts'
import {
  conversionPath,
  projectWebhooks,
  webhookPath,
  webhookSorts,
  type WebhookSort,
} from '../project/project-webhooks.ts'
import type { Project, ProjectResource } from '../project/project.ts'
import { reportContradictions } from './report-contradictions.ts'
import type { WebhookRequest } from './webhook-request.ts'

interface SortFlags {
  readonly webhook: string
  readonly path: string
}

const flags: Readonly<Record<WebhookSort, SortFlags>> = {
  defaulter: { webhook: 'defaulting', path: 'defaulting-path' },
  validator: { webhook: 'programmatic-validation', path: 'validation-path' },
}

/** The paths that were given, by what they are for. */
function givenPaths({ paths }: Pick<WebhookRequest, 'paths'>): [WebhookSort, string][] {
  const { defaulter, validator } = paths
  return [
    ...(defaulter === undefined ? [] : [['defaulter', defaulter] as [WebhookSort, string]]),
    ...(validator === undefined ? [] : [['validator', validator] as [WebhookSort, string]]),
  ]
}

/** What is wrong with the paths of a command line, whatever PROJECT says. */
export function reportWrongPaths(
  request: Pick<WebhookRequest, 'paths' | 'sorts'>,
  sink: DiagnosticSink,
): void {
  for (const [sort, path] of givenPaths(request)) {
    const flag = flags[sort].path
    const problem = findWebhookPathProblem(path)
    if (!request.sorts.includes(sort)) {
      const helps = [`add \`--${flags[sort].webhook}\``, `leave \`--${flag}\` out`]
      sink.report('args/path-without-webhook', { flag }, { helps })
    } else if (problem !== undefined || path === '/') {
      const notes = [problem ?? 'it is the root, which answers nothing']
      const guess = `/${path.replace(/[?#].*$/, '').toLowerCase()}`.replaceAll(/\/+/g, '/')
      const isRight = guess !== '/' && findWebhookPathProblem(guess) === undefined
      const helps = isRight ? [`use \`--${flag} ${guess}\``] : [`leave \`--${flag}\` out`]
      sink.report('args/invalid-path', { flag, path }, { notes, helps })
    }
  }
}

/** Reports paths that a webhook of PROJECT does not have. True where there is one. */
export function contradictPaths(
  request: Pick<WebhookRequest, 'paths'>,
  resource: ProjectResource,
  sink: DiagnosticSink,
): boolean {
  const claims = givenPaths(request).flatMap(([sort, value]) => {
    const isRecorded = resource.webhooks?.[webhookSorts[sort].field] === true
    const recorded = webhookPath(resource, sort)
    return isRecorded ? [{ flag: flags[sort].path, value, recorded }] : []
  })
  return reportContradictions(claims, sink)
}

/** Reports webhooks of one path. True where there are some. */
export function reportPathClashes(project: Project, sink: DiagnosticSink): boolean {
  const owners = new Map([[conversionPath, 'every conversion']])
  let hasClash = false
  for (const { urlPath, id } of projectWebhooks(project)) {
    const other = owners.get(urlPath)
    if (other !== undefined) {
      hasClash = true
      const helps = [`give \`${id}\` another path`]
      sink.report('args/path-clash', { path: urlPath, other }, { helps })
    }
    owners.set(urlPath, `\`${id}\``)
  }
  return hasClash
}
