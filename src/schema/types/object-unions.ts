import { isDeepStrictEqual } from 'node:util'
import { member } from '../../apimachinery/json-members.ts'
import type {
  JSONSchemaProps,
  ValidationRule,
} from '../../apimachinery/custom-resource-definition.ts'
import { celField, isCelField } from '../../apimachinery/cel-field.ts'
import { celLiteral } from '../cel-literal.ts'
import { brokenSchema } from './broken.ts'
import { freeFormObject } from './objects.ts'
import {
  branchDemands,
  commonlyRequired,
  mergeBranchProperties,
  type MergedProperty,
} from './union-properties.ts'
import type { UnionSite } from './unions.ts'
import { withoutTexts } from './value-validations.ts'

/*
 * Unions of objects. The fields of all branches are lifted into one object; `oneOf` then says, branch by
 * branch, which of them must be there, which values they take and which may not be there. Branches that
 * an object can meet together stand in `anyOf`.
 */

export function buildObjectUnion(
  schemas: readonly JSONSchemaProps[],
  union: UnionSite,
): JSONSchemaProps {
  if (schemas.some(isFreeForm)) return freeFormObject()
  const branches = distinct(schemas)
  const [only] = branches
  if (branches.length === 1 && only !== undefined) return only
  if (branches.some((branch) => branch.additionalProperties !== undefined)) {
    return reportMap(union)
  }
  const merged = mergeBranchProperties(branches, union)
  if (merged === undefined) return brokenSchema(union.type.span, union.context, union.site)
  return assemble(branches, merged, union)
}

function isFreeForm(schema: JSONSchemaProps): boolean {
  return schema['x-kubernetes-preserve-unknown-fields'] === true && schema.properties === undefined
}

function distinct(schemas: readonly JSONSchemaProps[]): JSONSchemaProps[] {
  const bare = schemas.map(withoutTexts)
  return schemas.filter(
    (_schema, index) => bare.findIndex((other) => isDeepStrictEqual(other, bare[index])) === index,
  )
}

function reportMap({ context, site, type }: UnionSite): JSONSchemaProps {
  context.sink.report(
    'schema/mixed-union',
    { subject: site.subject },
    {
      span: type.span,
      notes: ['a map has no fields of its own, so it cannot be a branch beside an object'],
      helps: ['give each form a field of its own: `{ values: Record<string, string> }`'],
    },
  )
  return brokenSchema(type.span, context, site)
}

function assemble(
  branches: readonly JSONSchemaProps[],
  merged: readonly MergedProperty[],
  union: UnionSite,
): JSONSchemaProps {
  const common = commonlyRequired(branches)
  const demands = branchDemands(branches, merged)
  const rules = branches.flatMap((branch, index) =>
    liftRules(branch, conditionOf(branch, { index, merged }), union),
  )
  const areExclusive = demands.every((left, index) =>
    demands.slice(index + 1).every((right) => exclude(left, right, common)),
  )
  const choice = simplify(demands, areExclusive)
  const isTrivial = choice.some((demand) => Object.keys(demand).length === 0)
  return {
    type: 'object',
    properties: Object.fromEntries(merged.map(({ name, schema }) => [name, schema])),
    ...(common.length === 0 ? {} : { required: common }),
    ...sharedByAny(branches),
    ...(isTrivial ? {} : areExclusive ? { oneOf: choice } : { anyOf: choice }),
    ...(rules.length === 0 ? {} : { 'x-kubernetes-validations': rules }),
  }
}

/** What one branch says of objects as a whole holds for the union. */
function sharedByAny(branches: readonly JSONSchemaProps[]): JSONSchemaProps {
  const mapType = branches.find((each) => each['x-kubernetes-map-type'] !== undefined)
  return {
    ...(branches.some((each) => each.nullable === true) ? { nullable: true } : {}),
    ...(branches.some((each) => each['x-kubernetes-preserve-unknown-fields'] === true)
      ? { 'x-kubernetes-preserve-unknown-fields': true }
      : {}),
    ...(mapType === undefined
      ? {}
      : { 'x-kubernetes-map-type': mapType['x-kubernetes-map-type'] ?? '' }),
  }
}

/** Whether no object meets both: one demands a field that the other refuses, or other values of one. */
function exclude(
  left: JSONSchemaProps,
  right: JSONSchemaProps,
  common: readonly string[],
): boolean {
  if (refuses(left, right) || refuses(right, left)) return true
  return Object.entries(left.properties ?? {}).some(([name, demand]) => {
    const other = member(right.properties, name)
    const isThere =
      common.includes(name) ||
      (left.required?.includes(name) === true && right.required?.includes(name) === true)
    return (
      isThere &&
      demand.enum !== undefined &&
      other?.enum !== undefined &&
      !demand.enum.some((value) => other.enum?.includes(value) === true)
    )
  })
}

function refuses(left: JSONSchemaProps, right: JSONSchemaProps): boolean {
  const refusals = left.not === undefined ? [] : [left.not, ...(left.not.anyOf ?? [])]
  return refusals.some(
    ({ required = [] }) =>
      required.length === 1 && right.required?.includes(required[0] ?? '') === true,
  )
}

/** Where each branch is one field that must be there, `oneOf` alone refuses the others' fields. */
function simplify(demands: readonly JSONSchemaProps[], areExclusive: boolean): JSONSchemaProps[] {
  const names = demands.map(({ required = [] }) => required)
  const isPlain = demands.every(
    (demand, index) =>
      Object.keys(demand).every((keyword) => keyword === 'required' || keyword === 'not') &&
      names[index]?.length === 1 &&
      refusedNames(demand).every((name) => names.some((others) => others[0] === name)),
  )
  return areExclusive && isPlain ? demands.map(({ required = [] }) => ({ required })) : [...demands]
}

function refusedNames({ not }: JSONSchemaProps): string[] {
  return [not ?? {}, ...(not?.anyOf ?? [])].flatMap(({ required = [] }) => required)
}

/** A CEL condition that tells the branch from the others, where one field can. */
function conditionOf(
  branch: JSONSchemaProps,
  { index, merged }: { index: number; merged: readonly MergedProperty[] },
): string | undefined {
  for (const { name, demands } of merged) {
    const values = demands[index]?.enum
    if (values === undefined || !isCelField(name) || branch.required?.includes(name) !== true)
      continue
    if (demands.every((demand) => demand?.enum !== undefined)) {
      return `self.${celField(name)} in ${celLiteral(values)}`
    }
  }
  const own = merged.find(
    ({ name, demands }) =>
      isCelField(name) &&
      branch.required?.includes(name) === true &&
      demands.every((demand, other) => other === index || demand === undefined),
  )
  return own === undefined ? undefined : `has(self.${celField(own.name)})`
}

/** Rules of a branch hold for objects of that branch; branches themselves can have no rules. */
function liftRules(
  branch: JSONSchemaProps,
  condition: string | undefined,
  { context, site, type }: UnionSite,
): ValidationRule[] {
  const rules = branch['x-kubernetes-validations'] ?? []
  if (rules.length > 0 && condition === undefined) {
    context.sink.report(
      'schema/rule-in-union',
      { subject: site.subject },
      {
        span: context.origins.of(branch)?.span ?? type.span,
        notes: ['no single field tells this branch from the others'],
        helps: ['give the branches a field of a literal type, such as `kind: "a"`'],
      },
    )
    return []
  }
  return rules.map((rule) => {
    const lifted = { ...rule, rule: `!(${condition ?? 'true'}) || (${rule.rule})` }
    const span = context.origins.ofRule(rule)
    return span === undefined ? lifted : context.origins.markRule(lifted, span)
  })
}
