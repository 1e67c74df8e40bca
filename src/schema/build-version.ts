import type {
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionVersion,
} from '../apimachinery/custom-resource-definition.ts'
import type { ResourceScope } from '../apimachinery/group-version-kind.ts'
import type { SourceSpan } from '../diagnostics/diagnostic.ts'
import type { CommentContent } from '../markers/marker.ts'
import type { KindModel } from '../typemodel/model.ts'
import { checkSchema } from './checks/check-schema.ts'
import { deprecate } from './kind/deprecation.ts'
import type { KindDraft } from './kind/kind-draft.ts'
import { basesOf, declarationsOf } from './kind/kind-declarations.ts'
import { kindEffects } from './kind/kind-effects.ts'
import { checkPath } from './kind/path-checks.ts'
import { checkKind, defaultNames } from './kind/resource-names.ts'
import { buildRoot } from './kind/root-schema.ts'
import type { SchemaContext } from './schema-context.ts'

/** What the folder of a kind says. */
export interface PackageFacts {
  readonly group: string
  readonly version: string
}

/** All that one version of a kind says: what several of them are merged into a CRD from. */
export interface KindVersion {
  readonly group: string
  readonly kind: string
  readonly names: CustomResourceDefinition['spec']['names']
  readonly scope: ResourceScope
  /** `storage` is set by `+kubebuilder:storageversion` alone. */
  readonly version: CustomResourceDefinitionVersion
  /** Of the CustomResourceDefinition itself. */
  readonly annotations: Readonly<Record<string, string>>
  readonly labels: Readonly<Record<string, string>>
  /** `+kubebuilder:skipversion`: the version is left out of the CRD. */
  readonly isSkipped: boolean
  /** `+kops:resource:versions=…`: the order of the versions in the CRD. */
  readonly versionOrder?: readonly string[] | undefined
  /** `+kops:conversion` */
  readonly conversion?: CustomResourceConversion | undefined
  readonly spans: {
    /** The name of the type. */
    readonly kind: SourceSpan
    /** `+kubebuilder:storageversion`. */
    readonly storage?: SourceSpan | undefined
    /** `+kubebuilder:resource`. */
    readonly resource?: SourceSpan | undefined
    /** `+kops:conversion`. */
    readonly conversion?: SourceSpan | undefined
  }
}

/** Builds the version of a CRD that a kind's type and markers say. */
export function buildVersion(
  kind: KindModel,
  facts: PackageFacts,
  context: SchemaContext,
): KindVersion {
  const { declaration } = kind.type
  const declarations = declarationsOf(kind.type, context)
  const draft = startDraft(kind.name, facts.version, context)
  checkKind(kind.name, declaration.span, context)
  for (const { content } of [...declarations, ...basesOf(kind.type, context)].reverse()) {
    applyKindMarkers(content, draft)
  }
  const deprecated = declarations.find(({ content }) => content.deprecated !== undefined)
  if (deprecated !== undefined && draft.version.deprecated !== true) {
    deprecate(draft, deprecated.content.deprecated, declaration.span)
  }
  const schema = buildRoot(declarations, context)
  if (schema !== undefined) {
    draft.version.schema.openAPIV3Schema = schema
    const clearsStatus = draft.version.subresources?.status !== undefined
    checkSchema(schema, { span: declaration.span, subject: kind.name, clearsStatus }, context)
    if (!draft.hasLoosePaths) for (const use of draft.paths) checkPath(use, schema, context)
  }
  return {
    group: facts.group,
    kind: kind.name,
    names: draft.names,
    scope: draft.scope,
    version: draft.version,
    annotations: draft.annotations,
    labels: draft.labels,
    isSkipped: draft.isSkipped,
    versionOrder: draft.versionOrder,
    conversion: draft.conversion,
    spans: {
      kind: declaration.span,
      storage: draft.storageSpan,
      resource: draft.resourceSpan,
      conversion: draft.conversionSpan,
    },
  }
}

function applyKindMarkers(content: CommentContent, draft: KindDraft): void {
  for (const marker of content.markers) {
    const { name } = marker.definition
    if (Object.hasOwn(kindEffects, name)) kindEffects[name]?.(marker, draft)
  }
}

function startDraft(kind: string, version: string, context: SchemaContext): KindDraft {
  return {
    context,
    kind,
    names: defaultNames(kind),
    scope: 'Namespaced',
    version: {
      name: version,
      served: true,
      storage: false,
      schema: { openAPIV3Schema: { type: 'object' } },
    },
    annotations: {},
    labels: {},
    isSkipped: false,
    versionOrder: undefined,
    hasLoosePaths: false,
    conversion: undefined,
    conversionSpan: undefined,
    resourceSpan: undefined,
    storageSpan: undefined,
    paths: [],
  }
}
