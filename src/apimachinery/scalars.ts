import type { JsonObject } from './json.ts'

/*
 * Number brands are ambient enums: a plain number assigns to them and they to a number, arithmetic
 * works, and the name survives `Partial`, `Pick` and other mapped types, so that a schema can be read
 * from it. Nothing of them exists at run time.
 */

/** A whole number from -2147483648 to 2147483647: `type: integer, format: int32`. */
export declare enum Int32 {
  brand,
}

/** A whole number of 64 bits: `type: integer, format: int64`. JavaScript holds it exactly up to 2^53. */
export declare enum Int64 {
  brand,
}

/** A whole number of any size: `type: integer` without format. */
export declare enum Integer {
  brand,
}

/** A number of single precision: `type: number, format: float`. */
export declare enum Float {
  brand,
}

/** A number of double precision: `type: number, format: double`. */
export declare enum Double {
  brand,
}

/** An amount as Kubernetes writes it, such as `500m` or `1Gi`: an integer or a string. */
export type Quantity = string | number

/** A moment to the second in RFC 3339, such as `2026-01-31T12:00:00Z`. */
export type Time = string

/** A moment in RFC 3339 with exactly six digits of second, such as `2026-01-31T12:00:00.000000Z`. */
export type MicroTime = string

/** A span of time as Go writes it, such as `1h30m`. */
export type Duration = string

/** Bytes in base64: `type: string, format: byte`. */
export type Bytes = string

/** A port, a count or a percentage: an integer or a string. */
export type IntOrString = number | string

/** Any object, kept as it is. */
export type RawExtension = JsonObject
