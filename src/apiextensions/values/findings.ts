import type { FieldError } from '../../apimachinery/field-error.ts'

/**
 * What one schema found wrong with one value. The API server shows the failures of the branch of a union that fits
 * best, so that what fits is counted as it does it.
 */
export class Findings {
  readonly errors: FieldError[] = []
  /** How many checks came out well. */
  matches = 0

  get isValid(): boolean {
    return this.errors.length === 0
  }

  /** The same error is said once. */
  add(...errors: readonly FieldError[]): this {
    for (const error of errors) {
      const isKnown = this.errors.some(
        ({ field, message }) => field === error.field && message === error.message,
      )
      if (!isKnown) this.errors.push(error)
    }
    return this
  }

  merge(other: Findings): this {
    this.matches += other.matches
    return this.add(...other.errors)
  }

  /** Counts a check that was made. */
  count(): this {
    this.matches += 1
    return this
  }
}
