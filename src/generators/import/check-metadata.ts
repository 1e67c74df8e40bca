import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import {
  isLabelValue,
  isQualifiedName,
  validateDns1123Subdomain,
} from '../../apimachinery/names.ts'
import { isObject, textOf, within, type CrdPlace, type Path } from './crd-place.ts'
import { reportInvalid, reportMissing } from './report-field.ts'

/** What the API server asks of a definition's name, labels and annotations. */
export function checkMetadata(
  { metadata, spec }: { readonly metadata: JsonValue | undefined; readonly spec: JsonObject },
  path: Path,
  place: CrdPlace,
): void {
  if (isObject(metadata)) checkPairs(metadata, path, place)
  const own = within(path, 'name')
  const value = isObject(metadata) ? metadata['name'] : undefined
  if (typeof value !== 'string' || value === '') {
    reportMissing(place, own)
    return
  }
  const plural = isObject(spec['names']) ? textOf(spec['names']['plural']) : ''
  const expected = `${plural}.${textOf(spec['group'])}`
  const reasons = [
    ...validateDns1123Subdomain(value),
    ...(value === expected ? [] : ['must be spec.names.plural+"."+spec.group']),
  ]
  for (const reason of reasons) reportInvalid(place, { path: own, value, reason })
}

function checkPairs(metadata: JsonObject, path: Path, place: CrdPlace): void {
  for (const [name, isKey, isValue] of pairRules) {
    const pairs = metadata[name]
    if (!isObject(pairs)) continue
    for (const [key, value] of Object.entries(pairs)) {
      const own = within(within(path, name), key)
      const reason = `a key is a name such as \`my.domain/app\``
      if (!isKey(key)) reportInvalid(place, { path: own, value: key, reason })
      else if (!isValue(textOf(value))) {
        const words = 'a label holds up to 63 letters, digits, `-`, `_` and `.`'
        reportInvalid(place, { path: own, value: textOf(value), reason: words })
      }
    }
  }
}

type Judge = (text: string) => boolean

/** The API server is easy about the case of annotations' keys, and about their values. */
const pairRules: readonly (readonly [name: string, isKey: Judge, isValue: Judge])[] = [
  ['labels', isQualifiedName, isLabelValue],
  ['annotations', (key) => isQualifiedName(key.toLowerCase()), () => true],
]
