import type { JSONSchemaProps } from '../../apimachinery/custom-resource-definition.ts'
import type { PlannedDeclaration } from './planned-type.ts'
import { SchemaIdentity } from './schema-identity.ts'

/** The declarations of one version of a kind. Equal parts share one. */
export class TypePlan {
  readonly identity: SchemaIdentity = new SchemaIdentity()
  readonly #declarations = new Map<string, PlannedDeclaration>()

  /** All but the kind's own, in the order in which a reader meets them. */
  get declarations(): readonly PlannedDeclaration[] {
    return [...this.#declarations.values()]
  }

  /** The declaration that says what `said` says; `make` makes it where there is none. */
  declare(
    said: JSONSchemaProps,
    use: readonly string[],
    make: () => Omit<PlannedDeclaration, 'uses'>,
  ): PlannedDeclaration {
    // Objects without fields are equal by chance: each is named after its own place.
    const isEmpty = said.type === 'object' && said.properties === undefined
    const key = `${isEmpty ? use.join('/') : ''}#${this.identity.of(said)}`
    const known = this.#declarations.get(key)
    if (known !== undefined) {
      known.uses.push(use)
      return known
    }
    // It is there before its parts are: a reader meets the whole first.
    const declaration: { -readonly [Name in keyof PlannedDeclaration]: PlannedDeclaration[Name] } =
      {
        text: { markers: [] },
        body: { kind: 'interface', members: [], isOpen: false },
        uses: [use],
      }
    this.#declarations.set(key, declaration)
    Object.assign(declaration, make())
    return declaration
  }
}
