import type { JSONSchemaProps, ValidationRule } from '../apimachinery/custom-resource-definition.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'

/** A keyword of a schema node. */
export type Keyword = keyof JSONSchemaProps

/** Where a keyword was said, and what messages call the thing it was said of. */
export interface KeywordOrigin {
  readonly span: SourceSpan
  readonly subject: string
}

/** Where a schema node comes from. */
export interface NodeOrigin {
  readonly span: SourceSpan
  readonly subject: string
  readonly keywords: ReadonlyMap<Keyword, KeywordOrigin>
  /** The names of the properties of an object, where they stand. */
  readonly properties?: ReadonlyMap<string, SourceSpan> | undefined
  /** Its type could not be understood and has been reported: whatever follows stays silent. */
  readonly broken: boolean
}

/**
 * The side table from schema nodes, keywords and rules to the user's text, so that a check of the
 * finished schema can point at the marker or type that must change. Nodes of Kubernetes' own types
 * have no entry: who walks a schema takes the nearest one above.
 */
export class Origins {
  readonly #nodes = new WeakMap<JSONSchemaProps, NodeOrigin>()
  readonly #rules = new WeakMap<ValidationRule, SourceSpan>()

  /** Registers a new node, unless it has an origin already. Returns it. */
  mark(schema: JSONSchemaProps, place: { span: SourceSpan; subject: string }): JSONSchemaProps {
    if (!this.#nodes.has(schema)) {
      this.#nodes.set(schema, {
        span: place.span,
        subject: place.subject,
        keywords: new Map(),
        broken: false,
      })
    }
    return schema
  }

  /** Registers a node whose type has been reported already. Returns it. */
  markBroken(
    schema: JSONSchemaProps,
    place: { span: SourceSpan; subject: string },
  ): JSONSchemaProps {
    this.#nodes.set(schema, { ...place, keywords: new Map(), broken: true })
    return schema
  }

  /** Makes `to` continue `from`; `said` names the keywords that were said anew. Returns `to`. */
  continue(
    from: JSONSchemaProps,
    to: JSONSchemaProps,
    said: ReadonlyMap<Keyword, KeywordOrigin> = new Map(),
  ): JSONSchemaProps {
    const origin = this.#nodes.get(from)
    const first = [...said.values()][0]
    if (origin !== undefined) {
      this.#nodes.set(to, { ...origin, keywords: new Map([...origin.keywords, ...said]) })
    } else if (first !== undefined) {
      this.#nodes.set(to, { ...first, keywords: said, broken: false })
    }
    return to
  }

  /** Notes where the properties of an object that has an origin are named. */
  markProperties(schema: JSONSchemaProps, properties: ReadonlyMap<string, SourceSpan>): void {
    const origin = this.#nodes.get(schema)
    if (origin !== undefined) this.#nodes.set(schema, { ...origin, properties })
  }

  of(schema: JSONSchemaProps): NodeOrigin | undefined {
    return this.#nodes.get(schema)
  }

  isBroken(schema: JSONSchemaProps): boolean {
    return this.#nodes.get(schema)?.broken === true
  }

  markRule(rule: ValidationRule, span: SourceSpan): ValidationRule {
    this.#rules.set(rule, span)
    return rule
  }

  ofRule(rule: ValidationRule): SourceSpan | undefined {
    return this.#rules.get(rule)
  }
}
