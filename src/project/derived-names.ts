import {
  validateDns1035Label,
  validateDns1123Label,
  type NameErrors,
} from '../apimachinery/names.ts'

/** A name that the scaffold makes of the project's name, and how Kubernetes judges it. */
export interface DerivedName {
  readonly object: string
  readonly suffix: string
  readonly validate: (name: string) => NameErrors
}

/**
 * Every name that the scaffold makes of the project's name and that Kubernetes holds to 63 characters.
 * kustomize puts `<project>-` in front of what stands in `config/`.
 */
export const derivedNames: readonly DerivedName[] = [
  { object: 'Namespace', suffix: '-system', validate: validateDns1123Label },
  { object: 'Deployment', suffix: '-controller-manager', validate: validateDns1123Label },
  {
    object: 'Service',
    suffix: '-controller-manager-metrics-service',
    validate: validateDns1035Label,
  },
  { object: 'Service', suffix: '-webhook-service', validate: validateDns1035Label },
]

/** The longest project name with which every derived name is short enough. */
export const projectNameMaxLength: number =
  63 - Math.max(...derivedNames.map(({ suffix }) => suffix.length))
