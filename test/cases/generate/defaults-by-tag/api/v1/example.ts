import type { CustomResource, Int32, Int64, Double } from 'kops'

// +groupName=defaults-by-tag.cases.kops.dev

export interface Size {
  width: Int32
  /** @default 2 */
  height: Int32
}

export interface ExampleSpec {
  /** @default text without quotes */
  string: string
  /** @default '10m' */
  single: string
  /** @default "5" */
  digits: string
  /** @default 5 */
  integer: Int32
  /** @default 0.5 */
  ratio: Double
  /** @default true */
  flag: boolean
  /** @default ["a", "b"] */
  list: string[]
  /**
   * Over several lines.
   * @default {
   *   "width": 3,
   *   "height": 4
   * }
   */
  size: Size
  /** @default {"a": {"b": ["c"]}} */
  deep: Record<string, Record<string, string[]>>
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
