import type { JsonObject, JsonValue } from '../../apimachinery/json.ts'
import { columnFormats, columnTypes } from '../../schema/kind/printer-columns.ts'
import { isObject, textOf, within, type CrdPlace, type Path } from './crd-place.ts'
import { reportInvalid, reportMissing } from './report-field.ts'

/*
 * What the API server asks of a version around its schema: printer columns, subresources, selectable fields and the
 * warning of a deprecated version.
 */

/** Reports what is wrong with a version's settings. */
export function checkVersionSettings(version: JsonObject, path: Path, place: CrdPlace): void {
  checkWarning(version, path, place)
  for (const [column, own] of objectsOf(version, 'additionalPrinterColumns', path)) {
    checkColumn(column, own, place)
  }
  for (const [field, own] of objectsOf(version, 'selectableFields', path)) {
    checkPath({ owner: field, key: 'jsonPath', starts: ['.'] }, own, place)
  }
  const { subresources } = version
  const scale = isObject(subresources) ? subresources['scale'] : undefined
  if (isObject(scale)) checkScale(scale, within(within(path, 'subresources'), 'scale'), place)
}

function objectsOf(owner: JsonObject, key: string, path: Path): [JsonObject, Path][] {
  const list = owner[key]
  return (Array.isArray(list) ? list : []).flatMap((each: JsonValue, index) =>
    isObject(each) ? [[each, within(within(path, key), index)]] : [],
  )
}

const longestWarning = 256

/** Letters, signs and blanks: what Go calls printable. */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u

function checkWarning(version: JsonObject, path: Path, place: CrdPlace): void {
  const { deprecated, deprecationWarning: warning } = version
  if (typeof warning !== 'string') return
  const reasons = [
    ...(deprecated === true ? [] : ['can only be set for deprecated versions']),
    ...(warning === '' ? ['must not be an empty string'] : []),
    ...(Buffer.byteLength(warning) > longestWarning ? ['must be <= 256 characters long'] : []),
    ...(unprintable.test(warning) ? ['must only contain printable UTF-8 characters'] : []),
  ]
  for (const reason of reasons) {
    reportInvalid(place, { path: within(path, 'deprecationWarning'), value: warning, reason })
  }
}

function checkColumn(column: JsonObject, path: Path, place: CrdPlace): void {
  if (!column['name']) reportMissing(place, within(path, 'name'))
  const { type, format } = column
  if (!type) reportMissing(place, within(path, 'type'))
  else checkWord({ value: textOf(type), words: columnTypes }, within(path, 'type'), place)
  if (format) {
    checkWord({ value: textOf(format), words: columnFormats }, within(path, 'format'), place)
  }
  checkPath({ owner: column, key: 'jsonPath', starts: ['.'] }, path, place)
}

/** Reports a word that is none of those that the API server knows. */
export function checkWord(
  { value, words }: { readonly value: string; readonly words: readonly string[] },
  path: Path,
  place: CrdPlace,
): void {
  if (words.includes(value)) return
  reportInvalid(place, { path, value, reason: `must be one of ${words.join(', ')}` })
}

function checkScale(scale: JsonObject, path: Path, place: CrdPlace): void {
  checkPath({ owner: scale, key: 'specReplicasPath', starts: ['.spec.'] }, path, place)
  checkPath({ owner: scale, key: 'statusReplicasPath', starts: ['.status.'] }, path, place)
  if (!scale['labelSelectorPath']) return
  const starts = ['.spec.', '.status.']
  checkPath({ owner: scale, key: 'labelSelectorPath', starts }, path, place)
}

function checkPath(
  { owner, key, starts }: { owner: JsonObject; key: string; starts: readonly string[] },
  path: Path,
  place: CrdPlace,
): void {
  const value = textOf(owner[key])
  const own = within(path, key)
  if (value === '') reportMissing(place, own)
  else if (!starts.some((start) => value.startsWith(start))) {
    const reason = `must be a JSON path that starts with ${starts.join(' or ')}`
    reportInvalid(place, { path: own, value, reason })
  }
}
