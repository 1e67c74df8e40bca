import { isIPv6 } from 'node:net'
import { isCreditCard, isIsbn10, isIsbn13 } from './formats/check-digits.ts'
import { isEmail } from './formats/email.ts'
import { isRequestUri } from './formats/request-uri.ts'
import { isDate, isDateTime, isDuration } from './formats/times.ts'

/** Formats of strings that the API server checks, as they are usually spelled. */
const stringFormats: Readonly<Record<string, (text: string) => boolean>> = {
  bsonobjectid: (text: string) => /^[0-9a-f]{24}$/i.test(text),
  uri: isRequestUri,
  email: isEmail,
  hostname: isHostname,
  ipv4: isSloppyIpv4,
  ipv6: (text: string) => text.includes(':') && isPlainIpv6(text),
  cidr: isCidr,
  mac: isMac,
  uuid: (text: string) => isUuid(text, '[0-9a-f]', '[0-9a-f]'),
  uuid3: (text: string) => isUuid(text, '3', '[0-9a-f]'),
  uuid4: (text: string) => isUuid(text, '4', '[89ab]'),
  uuid5: (text: string) => isUuid(text, '5', '[89ab]'),
  isbn: (text: string) => isIsbn10(text) || isIsbn13(text),
  isbn10: isIsbn10,
  isbn13: isIsbn13,
  creditcard: isCreditCard,
  ssn: (text: string) => text.length === 11 && /^\d{3}[- ]?\d{2}[- ]?\d{4}$/.test(text),
  hexcolor: (text: string) => /^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$/.test(text),
  rgbcolor: isRgbColor,
  byte: (text: string) =>
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/.test(text),
  password: () => true,
  date: isDate,
  duration: isDuration,
  'date-time': isDateTime,
  'k8s-short-name': (text: string) =>
    text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text),
  'k8s-long-name': isLongName,
}

/** The same, by their names without dashes: the API server reads `datetime` and `date-time` alike. */
const formats: ReadonlyMap<string, (text: string) => boolean> = new Map(
  Object.entries(stringFormats).map(([name, test]) => [plainName(name), test]),
)

const numberFormats: Readonly<Record<string, readonly string[]>> = {
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}

/** Lists the formats that the API server knows for values of a type; without a type those of strings. */
export function formatsOf(type = ''): readonly string[] {
  if (type === '' || type === 'string') return Object.keys(stringFormats)
  return Object.hasOwn(numberFormats, type) ? (numberFormats[type] ?? []) : []
}

/** Lists the types that have a format of this name. */
export function typesOfFormat(format: string): readonly string[] {
  if (formats.has(plainName(format))) return ['string']
  return Object.keys(numberFormats).filter((type) => numberFormats[type]?.includes(format))
}

/** Returns whether the API server checks values of a type for a format, rather than ignore it. */
export function isCheckedFormat(format: string, type = ''): boolean {
  if (type === '' || type === 'string') return formats.has(plainName(format))
  return formatsOf(type).includes(format)
}

function plainName(format: string): string {
  return format.replaceAll('-', '')
}

/** Whether a string is of a format; of one that is not known, every string is. */
export function isOfFormat(text: string, format: string): boolean {
  return formats.get(plainName(format))?.(text) ?? true
}

function isHostname(text: string): boolean {
  const pattern =
    /^([a-zA-Z0-9\p{S}\p{L}]((-?[a-zA-Z0-9\p{S}\p{L}]{0,62})?)|([a-zA-Z0-9\p{S}\p{L}](([a-zA-Z0-9-\p{S}\p{L}]{0,61}[a-zA-Z0-9\p{S}\p{L}])?)(\.)){1,}([a-zA-Z\p{L}]){2,63})$/u
  return (
    Buffer.byteLength(text) <= 255 &&
    text.split('.').every((label) => Buffer.byteLength(label) <= 63) &&
    pattern.test(text)
  )
}

function isUuid(text: string, version: string, variant: string): boolean {
  const parts = ['[0-9a-f]{8}', '[0-9a-f]{4}', `${version}[0-9a-f]{3}`, `${variant}[0-9a-f]{3}`]
  return new RegExp(`^${parts.join('-?')}-?[0-9a-f]{12}$`, 'i').test(text)
}

/** Zeros in front are allowed, as they were once. */
function isDottedAddress(text: string): boolean {
  return /^\d+(?:\.\d+){3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)
}

function isSloppyIpv4(text: string): boolean {
  if (!text.includes('.')) return false
  return text.includes(':') ? isSloppyIpv6(text) : isDottedAddress(text)
}

function isSloppyIpv6(text: string): boolean {
  const [, start = '', dotted] = /^(.*:)([\d.]+\.[\d.]+)$/.exec(text) ?? []
  if (dotted === undefined) return isPlainIpv6(text)
  return isDottedAddress(dotted) && isPlainIpv6(`${start}0.0.0.0`)
}

function isPlainIpv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%')
}

function isCidr(text: string): boolean {
  const [, address = '', mask = ''] = /^([^/]*)\/(\d+)$/.exec(text) ?? []
  if (mask === '') return false
  return isDottedAddress(address)
    ? Number(mask) <= 32
    : isSloppyIpv6(address) && Number(mask) <= 128
}

function isMac(text: string): boolean {
  const lengths = [6, 8, 20]
  if (/^(?:[0-9a-f]{4}\.)+[0-9a-f]{4}$/i.test(text))
    return lengths.includes((text.length + 1) / 2.5)
  const isSeparated = /^(?:[0-9a-f]{2}:)+[0-9a-f]{2}$|^(?:[0-9a-f]{2}-)+[0-9a-f]{2}$/i.test(text)
  return isSeparated && lengths.includes((text.length + 1) / 3)
}

function isRgbColor(text: string): boolean {
  const part = String.raw`[\t\n\f\r ]*(?:0|[1-9]\d?|1\d\d?|2[0-4]\d|25[0-5])[\t\n\f\r ]*`
  return new RegExp(`^rgb\\(${part},${part},${part}\\)$`).test(text)
}

function isLongName(text: string): boolean {
  const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
  return text.length <= 253 && new RegExp(`^${label}(\\.${label})*$`).test(text)
}
