import type { CustomResource, Int32 } from 'kops'

// +groupName=descriptions.cases.kops.dev

/** One line about the part. */
export interface Part {
  /**
   * Two lines,
   * one sentence.
   *
   * A second paragraph:
   *   - a list
   *   - of two
   */
  text: string

  // A line comment describes as well.
  // +kubebuilder:validation:MinLength=1
  // And goes on behind a marker.
  lines?: string

  /**
   * Before the marker.
   * +optional
   * After the marker.
   */
  both?: string

  /**
   * What is said
   * ---
   * and what is not.
   */
  cut?: string

  /**
   * Quotes "double" and 'single', a colon: here, a hash # there, \`ticks\` and a back\\slash.
   */
  signs?: string

  /** TODO: not said. */
  todo?: string

  part?: Int32
}

export interface ExampleSpec {
  /** The field's own words. */
  own: Part
  type?: Part
  list?: Part[]
}

/**
 * Example is one.
 *
 * It has two paragraphs.
 */
export interface Example extends CustomResource {
  /** What is wanted. */
  spec: ExampleSpec
}
