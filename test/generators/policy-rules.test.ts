import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergePolicyRules, type PolicyRule } from '../../src/generators/policy-rules.ts'

function rule(part: Partial<PolicyRule>): PolicyRule {
  return { groups: [], resources: [], resourceNames: [], urls: [], verbs: [], ...part }
}

/** Every single thing that rules allow, written out. */
function permissions(rules: readonly PolicyRule[]): Set<string> {
  const allowed = new Set<string>()
  for (const { groups, resources, resourceNames, urls, verbs } of rules) {
    const effective = verbs.includes('*') ? ['*'] : verbs
    for (const verb of effective) {
      for (const url of urls) allowed.add(`url ${url} ${verb}`)
      for (const group of groups) {
        for (const resource of resources) {
          for (const name of resourceNames.length > 0 ? resourceNames : ['any']) {
            allowed.add(`${group === 'core' ? '' : group}/${resource}/${name} ${verb}`)
          }
        }
      }
    }
  }
  return allowed
}

/** A verb beside `*` for the same thing adds nothing. */
function withoutRedundant(allowed: Set<string>): string[] {
  return [...allowed]
    .filter((each) => each.endsWith(' *') || !allowed.has(each.replace(/ \S+$/, ' *')))
    .sort()
}

const words = (...from: string[]): fc.Arbitrary<string[]> =>
  fc.subarray(from, { minLength: 1 }).chain((some) => fc.shuffledSubarray(some, { minLength: 1 }))

const arbitraryRule = fc.oneof(
  fc.record({
    groups: words('', 'core', 'apps', 'batch', '*'),
    resources: words('pods', 'deployments', 'deployments/status', 'jobs', '*'),
    resourceNames: fc.oneof(fc.constant([]), words('web', 'db')),
    urls: fc.constant([]),
    verbs: words('get', 'list', 'watch', 'delete', '*'),
  }),
  fc.record({
    groups: fc.constant([]),
    resources: fc.constant([]),
    resourceNames: fc.constant([]),
    urls: words('/metrics', '/healthz'),
    verbs: words('get', 'post', '*'),
  }),
)

describe('mergePolicyRules()', () => {
  test('allows the same before and after', () => {
    fc.assert(
      fc.property(fc.array(arbitraryRule, { maxLength: 8 }), (rules) => {
        const merged = mergePolicyRules(rules)
        expect(withoutRedundant(permissions(merged))).toEqual(withoutRedundant(permissions(rules)))
      }),
      { numRuns: 1000 },
    )
  })

  test('gives the same rules whatever the order of the markers, and no more when merged again', () => {
    fc.assert(
      fc.property(fc.array(arbitraryRule, { maxLength: 8 }), (rules) => {
        const merged = mergePolicyRules(rules)
        expect(mergePolicyRules(rules.toReversed())).toEqual(merged)
        expect(mergePolicyRules(merged).length).toBeLessThanOrEqual(merged.length)
      }),
    )
  })

  test('keeps rules with resource names and rules for URLs apart', () => {
    const merged = mergePolicyRules([
      rule({ groups: ['apps'], resources: ['deployments'], verbs: ['get'] }),
      rule({ groups: ['apps'], resources: ['deployments'], resourceNames: ['web'], verbs: ['get'] }),
      rule({ groups: ['apps'], resources: ['deployments'], urls: ['/metrics'], verbs: ['get'] }),
    ])
    expect(merged.map(({ resources, resourceNames, urls }) => [resources, resourceNames, urls])).toEqual([
      [[], [], ['/metrics']],
      [['deployments'], [], []],
      [['deployments'], ['web'], []],
    ])
  }) // prettier-ignore

  test('takes `core` for the empty group and unites verbs, resources and groups', () => {
    const merged = mergePolicyRules([
      rule({ groups: ['core'], resources: ['events'], verbs: ['create', 'patch'] }),
      rule({ groups: [''], resources: ['events'], verbs: ['patch', 'get'] }),
      rule({ groups: ['core', ''], resources: ['secrets'], verbs: ['get', 'patch', 'create'] }),
      rule({ groups: ['apps'], resources: ['secrets', 'events'], verbs: ['create', 'get', 'patch'] }),
    ])
    expect(merged).toEqual([
      rule({ groups: ['', 'apps'], resources: ['events', 'secrets'], verbs: ['create', 'get', 'patch'] }),
    ])
  }) // prettier-ignore

  test('lets `*` stand for every verb', () => {
    expect(mergePolicyRules([rule({ groups: ['*'], resources: ['*'], verbs: ['get', '*'] })])).toEqual([
      rule({ groups: ['*'], resources: ['*'], verbs: ['*'] }),
    ])
  }) // prettier-ignore
})
