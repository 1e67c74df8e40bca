/** What a role allows: `PolicyRule` of `rbac.authorization.k8s.io/v1`, with every list present. */
export interface PolicyRule {
  readonly groups: readonly string[]
  readonly resources: readonly string[]
  readonly resourceNames: readonly string[]
  readonly urls: readonly string[]
  readonly verbs: readonly string[]
}

type Part = keyof PolicyRule

const everyPart: readonly Part[] = ['groups', 'resources', 'resourceNames', 'urls', 'verbs']

/**
 * The fewest rules that allow the same, in controller-gen's order: rules for the same things unite their
 * verbs, then rules that differ only in resources, groups or URLs become one. Where that makes two rules
 * for the same things, their verbs unite again: nothing is lost. A rule with resource names stays apart
 * from one without, and URLs stay apart from resources.
 */
export function mergePolicyRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const single = rules.flatMap(splitRule)
  return (['resources', 'groups', 'urls'] as const)
    .reduce(
      (united, part) => uniteDifferingIn(uniteDifferingIn(united, part), 'verbs'),
      uniteDifferingIn(single, 'verbs'),
    )
    .toSorted((left, right) => compareText(sortKey(left), sortKey(right)))
    .map(collapseVerbs)
}

/** One rule for each resource and one for the URLs, each list in order and without repeats. */
function splitRule(rule: PolicyRule): PolicyRule[] {
  const groups = rule.groups.map((group) => (group === 'core' ? '' : group))
  const forUrls = { ...rule, groups: [], resources: [], resourceNames: [] }
  const forResources = rule.resources.map((resource) => ({
    ...rule,
    groups,
    resources: [resource],
    urls: [],
  }))
  return [...(rule.urls.length > 0 ? [forUrls] : []), ...forResources].map(normalize)
}

function normalize(rule: PolicyRule): PolicyRule {
  return {
    groups: sortedSet(rule.groups),
    resources: sortedSet(rule.resources),
    resourceNames: sortedSet(rule.resourceNames),
    urls: sortedSet(rule.urls),
    verbs: sortedSet(rule.verbs),
  }
}

/** Makes one rule of those that are equal but for one part. Resources and URLs never come together. */
function uniteDifferingIn(rules: readonly PolicyRule[], part: Part): PolicyRule[] {
  const united = new Map<string, PolicyRule>()
  for (const rule of rules) {
    const key = JSON.stringify([
      rule.urls.length > 0,
      ...everyPart.filter((each) => each !== part).map((each) => rule[each]),
    ])
    const same = united.get(key)
    united.set(key, same ? { ...same, [part]: sortedSet([...same[part], ...rule[part]]) } : rule)
  }
  return [...united.values()]
}

function sortKey(rule: PolicyRule): string {
  const things: readonly Part[] = ['groups', 'resources', 'resourceNames', 'urls']
  return things.map((part) => rule[part].join('&')).join(' + ')
}

function collapseVerbs(rule: PolicyRule): PolicyRule {
  return rule.verbs.includes('*') ? { ...rule, verbs: ['*'] } : rule
}

function sortedSet(values: readonly string[]): string[] {
  return [...new Set(values)].sort(compareText)
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
