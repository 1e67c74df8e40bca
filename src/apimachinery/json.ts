/**
 * A JSON value as Kubernetes carries it. An integer that a double cannot hold is a `bigint`,
 * so that 64-bit numbers keep every digit from the user's marker to the YAML file.
 */
export type JsonValue =
  null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject

/** A JSON object. */
export interface JsonObject {
  readonly [name: string]: JsonValue
}
