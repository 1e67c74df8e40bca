import type { ProjectResource } from '../project/project.ts'

/** PROJECT keeps a group in two parts, as that of a kind of the project. */
export function splitGroup(group: string): Pick<ProjectResource, 'group' | 'domain'> {
  const [label = '', ...rest] = group.split('.')
  return { group: label, domain: rest.join('.') }
}
