/*
 * The part of ASN.1's distinguished encoding that X.509 certificates need: each function builds one
 * value as bytes, and values nest.
 */

function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content])
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length]
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return [0x80 | bytes.length, ...bytes]
}

export function sequence(...parts: readonly Uint8Array[]): Buffer {
  return encode(0x30, ...parts)
}

export function set(...parts: readonly Uint8Array[]): Buffer {
  return encode(0x31, ...parts)
}

/** A non-negative integer, most significant byte first. */
export function integer(bytes: Uint8Array): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0
  return encode(0x02, isNegative ? Buffer.concat([Buffer.of(0), bytes]) : bytes)
}

export function boolean(value: boolean): Buffer {
  return encode(0x01, Buffer.of(value ? 0xff : 0))
}

export function bitString(bytes: Uint8Array, unusedBits = 0): Buffer {
  return encode(0x03, Buffer.of(unusedBits), bytes)
}

export function octetString(bytes: Uint8Array): Buffer {
  return encode(0x04, bytes)
}

export function utf8String(text: string): Buffer {
  return encode(0x0c, Buffer.from(text, 'utf8'))
}

/** An object identifier in dotted form: `2.5.4.3`. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return encode(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(encodeBase128)]))
}

function encodeBase128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) digits.unshift(0x80 | (rest & 0x7f))
  return digits
}

/** A time in seconds, in the form that X.509 wants for dates from 2050 on, and allows nobody before. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050
    ? encode(0x17, Buffer.from(digits.slice(2), 'ascii'))
    : encode(0x18, Buffer.from(digits, 'ascii'))
}

/** `[number]` around a constructed value. */
export function explicit(number: number, content: Uint8Array): Buffer {
  return encode(0xa0 | number, content)
}

/** `[number]` in place of the tag of a primitive value. */
export function implicit(number: number, content: Uint8Array): Buffer {
  return encode(0x80 | number, content)
}
