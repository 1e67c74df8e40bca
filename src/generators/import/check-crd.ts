import type { JsonObject } from '../../apimachinery/json.ts'
import {
  validateApiGroup,
  validateDns1035Label,
  validateKind,
  type NameErrors,
} from '../../apimachinery/names.ts'
import { checkConversion } from './check-conversion.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkStructural } from './check-structural.ts'
import { checkVersionSettings } from './check-version-settings.ts'
import { isObject, textOf, within, type CrdPlace, type Path } from './crd-place.ts'
import { reportInvalid, reportMissing } from './report-field.ts'

/*
 * What the API server asks of a definition beside the types of its fields. Rules of its values, such as CEL and
 * patterns, are judged where the TypeScript becomes a definition again.
 */

/** One definition under judgement. */
export interface CheckedCrd {
  readonly crd: JsonObject
  readonly base: Path | undefined
  readonly place: CrdPlace
}

/** Reports everything that is wrong with a settled definition. */
export function checkCrd(checked: CheckedCrd): void {
  const { crd, base, place } = checked
  const specPath = within(base, 'spec')
  const { spec, metadata } = crd
  if (!isObject(spec)) {
    reportMissing(place, specPath)
    return
  }
  checkNames(spec, specPath, place)
  checkScope(spec, specPath, place)
  checkMetadata({ metadata, spec }, within(base, 'metadata'), place)
  checkVersions(spec, specPath, place)
  checkConversion(spec, within(specPath, 'conversion'), place)
}

function checkText(
  { owner, key, judge }: { owner: JsonObject; key: string; judge: (value: string) => NameErrors },
  path: Path,
  place: CrdPlace,
): void {
  const value = owner[key]
  const own = within(path, key)
  if (typeof value !== 'string' || value === '') reportMissing(place, own)
  else for (const reason of judge(value)) reportInvalid(place, { path: own, value, reason })
}

function checkNames(spec: JsonObject, path: Path, place: CrdPlace): void {
  checkText({ owner: spec, key: 'group', judge: validateApiGroup }, path, place)
  const namesPath = within(path, 'names')
  const { names } = spec
  if (!isObject(names)) {
    reportMissing(place, namesPath)
    return
  }
  checkText({ owner: names, key: 'plural', judge: validateDns1035Label }, namesPath, place)
  checkText({ owner: names, key: 'kind', judge: validateKind }, namesPath, place)
  // These two follow from the kind where they are not said.
  if (validateKind(textOf(names['kind'])).length === 0) {
    checkText({ owner: names, key: 'singular', judge: validateDns1035Label }, namesPath, place)
    checkText({ owner: names, key: 'listKind', judge: validateKind }, namesPath, place)
  }
  if (names['kind'] !== undefined && names['kind'] === names['listKind']) {
    const reason = 'kind and listKind may not be the same'
    const own = within(namesPath, 'listKind')
    reportInvalid(place, { path: own, value: textOf(names['listKind']), reason })
  }
  checkWords(names, namesPath, place)
}

/** Short names and categories. */
function checkWords(names: JsonObject, path: Path, place: CrdPlace): void {
  for (const key of ['shortNames', 'categories']) {
    const words = names[key]
    for (const [index, word] of (Array.isArray(words) ? words : []).entries()) {
      for (const reason of validateDns1035Label(textOf(word))) {
        const own = within(within(path, key), index)
        reportInvalid(place, { path: own, value: textOf(word), reason })
      }
    }
  }
}

function checkScope(spec: JsonObject, path: Path, place: CrdPlace): void {
  const { scope } = spec
  const own = within(path, 'scope')
  if (scope === undefined || scope === '') reportMissing(place, own)
  else if (scope !== 'Namespaced' && scope !== 'Cluster') {
    const reason = 'a scope is `Namespaced` or `Cluster`'
    reportInvalid(place, { path: own, value: textOf(scope), reason })
  }
}

function checkVersions(spec: JsonObject, specPath: Path, place: CrdPlace): void {
  const path = within(specPath, 'versions')
  const versions = Array.isArray(spec['versions']) ? spec['versions'].filter(isObject) : []
  if (versions.length === 0) {
    reportMissing(place, path)
    return
  }
  const stored = versions.filter(({ storage }) => storage === true)
  if (stored.length !== 1) {
    const reason = 'must have exactly one version marked as storage version'
    reportInvalid(place, { path, value: `${stored.length} of them`, reason })
  }
  const seen = new Set<string>()
  for (const [index, version] of versions.entries()) {
    checkVersion(version, within(path, index), { place, seen })
  }
  if (spec['preserveUnknownFields'] === true) {
    const own = within(specPath, 'preserveUnknownFields')
    const reason = 'v1 says it in the schema, with `x-kubernetes-preserve-unknown-fields: true`'
    reportInvalid(place, { path: own, value: 'true', reason })
  }
}

function checkVersion(
  version: JsonObject,
  path: Path,
  { place, seen }: { readonly place: CrdPlace; readonly seen: Set<string> },
): void {
  checkText({ owner: version, key: 'name', judge: validateDns1035Label }, path, place)
  const name = textOf(version['name'])
  if (seen.has(name)) {
    const reason = 'each version stands once in a definition'
    reportInvalid(place, { path: within(path, 'name'), value: name, reason })
  }
  seen.add(name)
  const { schema } = version
  const root = isObject(schema) ? schema['openAPIV3Schema'] : undefined
  const rootPath = within(within(path, 'schema'), 'openAPIV3Schema')
  if (isObject(root)) checkStructural(root, rootPath, place)
  else reportMissing(place, isObject(schema) ? rootPath : within(path, 'schema'))
  checkVersionSettings(version, path, place)
}
