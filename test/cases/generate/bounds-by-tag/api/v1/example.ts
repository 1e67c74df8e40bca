import type { CustomResource, Double, Int32 } from 'kops'

// +groupName=bounds-by-tag.cases.kops.dev

export interface ExampleSpec {
  /**
   * @minimum 1
   * @maximum 10
   */
  port: Int32
  /**
   * @exclusiveMinimum 0
   * @exclusiveMaximum 100
   */
  open?: Int32
  /** @multipleOf 5 */
  step?: Int32
  /** @minLength 2 @maxLength 4 */
  name?: string
  /**
   * @minItems 1
   * @maxItems 2
   */
  list?: string[]
  // +kubebuilder:validation:MinProperties=1
  // +kubebuilder:validation:MaxProperties=2
  map?: Record<string, string>
  /**
   * @minimum 0.5
   * @maximum 1.5
   */
  ratio?: Double
}

export interface Example extends CustomResource {
  spec: ExampleSpec
}
