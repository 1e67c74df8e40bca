import { nameDistance, nearestNames } from '../diagnostics/nearest-names.ts'
import { findTag, markerDefinitions } from './definitions.ts'

/** Tags that kops reads. */
export const tagNames: readonly string[] = markerDefinitions.flatMap(({ tag }) =>
  tag === undefined ? [] : [tag],
)

/** Tags of JSDoc, TSDoc and TypeDoc. They are for people and other tools, however they are spelt like. */
const foreignTags = new Set(
  `abstract access alias alpha async augments author beta borrows callback category class classdesc
  constant constructor constructs copyright decorator default defaultValue defaultvalue deprecated desc
  description document emits enum event eventProperty example exception expand experimental export exports
  extends external fileoverview file fires func function generator global group groupDescription hidden
  hideCategories hideGroups hideconstructor host ignore implements import import include includeCode inline
  inherit inheritDoc inheritdoc inner instance interface internal kind label lends license link linkcode
  linkplain listens member memberof memberof method mixes mixin module name namespace noInheritDoc override
  overload overview packageDocumentation param arg argument preserve primaryExport preventExpand
  preventInline privateRemarks private prop property protected public readonly remarks requires return
  returns satisfies sealed see showCategories showGroups since sortStrategy static summary suppress
  template this throws todo tutorial type typedef typeParam useDeclaredType var variation version virtual
  yield yields`.split(/\s+/),
)

/** The tags that a misspelt one may mean; none where it is a tag of its own right. */
export function nearestTags(tag: string): string[] {
  if (tag.length < 4 || foreignTags.has(tag) || findTag(tag) !== undefined) return []
  return nearestNames(tag, tagNames).filter((name) => nameDistance(tag, name) === 1)
}
