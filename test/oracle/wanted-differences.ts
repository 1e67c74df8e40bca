import type { JsonValue } from '../../src/apimachinery/json.ts'
import { foldConstraints } from './fold-constraints.ts'
import { sortVersions } from './sort-versions.ts'
import type { Difference } from './compare-objects.ts'

/** What a difference is judged by. */
export interface TwinContext {
  /** The case's folder name. */
  readonly caseName: string
  /** The text of the twin's Go files: descriptions that stand there are the author's own. */
  readonly goText: string
}

/**
 * A way in which kops means to differ from controller-gen: places that differ, or another way to write
 * the same, which controller-gen's object is brought into before the two are compared.
 */
export interface WantedDifference {
  readonly reason: string
  readonly covers?: (difference: Difference, context: TwinContext) => boolean
  readonly rewrite?: (controllerGen: JsonValue) => JsonValue
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Each row must cover something in some case: a row that nothing needs fails the run. */
export const wantedDifferences: readonly WantedDifference[] = [
  {
    reason: 'each generator names itself in an annotation',
    covers: ({ path }) => path.startsWith('metadata.annotations'),
  },
  {
    reason: "descriptions of Kubernetes' own types are compared without regard to white space",
    covers: ({ path, kops, controllerGen }, { goText }) =>
      path.endsWith('.description') &&
      typeof kops === 'string' &&
      typeof controllerGen === 'string' &&
      collapse(kops) === collapse(controllerGen) &&
      !goText.includes(kops.split('\n')[0] ?? kops),
  },
  {
    reason: '`Float` and `Double` say their format; controller-gen gives a float none',
    covers: ({ path, kops, controllerGen }) =>
      path.endsWith('.format') &&
      (kops === 'float' || kops === 'double') &&
      controllerGen === undefined,
  },
  {
    reason: 'the constraints of a type and of a field that uses it are folded into one',
    rewrite: foldConstraints,
  },
  {
    reason: "versions stand in Kubernetes' order of priority, not in that of the alphabet",
    rewrite: sortVersions,
  },
  {
    reason: 'a Role has its namespace in its name, so that kustomize tells roles of one file apart',
    covers: ({ path }) => /^"Role [^/"]+\/manager-role(?:-[^/"]+)?"$/.test(path),
  },
  {
    reason: 'each Role comes with its RoleBinding',
    covers: ({ path, controllerGen }) =>
      path.startsWith('"RoleBinding ') && controllerGen === undefined,
  },
  {
    reason: 'a webhook on built-in kinds leaves the namespaces of the system alone',
    covers: ({ path, controllerGen }) =>
      path.endsWith('.namespaceSelector') && controllerGen === undefined,
  },
]
