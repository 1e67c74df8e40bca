import type { CodeStyle } from './descriptors.ts'
import type { Generator } from './generator.ts'

/** What the generators of this table are told beside the sources. */
export interface OptionalOptions {
  readonly style: CodeStyle
  /** Folders, relative to where kops works. */
  readonly schemaOutput: string
  readonly referenceOutput: string
}

/** The settings that turn each on, in PROJECT below `plugins.kops.generate` and as flags of `kops generate`. */
export type OptionalSetting = 'applyConfigurations' | 'validators' | 'jsonSchemas' | 'reference'

/** A generator that is asked for. */
export interface OptionalGenerator {
  readonly setting: OptionalSetting
  /** What `.kops/files` calls its files. */
  readonly template: string
  readonly doc: string
  /** Its code is loaded where it is asked for. */
  readonly load: () => Promise<Generator<OptionalOptions>>
}

/** What `kops generate` writes where the project or the command line asks for it. */
export const optionalGenerators: readonly OptionalGenerator[] = [
  {
    setting: 'applyConfigurations',
    template: 'apply-configuration',
    doc: 'types for server-side apply: everything optional but the keys of lists',
    load: async () => (await import('./apply/apply-configurations.ts')).applyConfigurations,
  },
  {
    setting: 'validators',
    template: 'validator',
    doc: 'a validator and a defaulter for each kind, from its schema',
    load: async () => (await import('./validators.ts')).validators,
  },
  {
    setting: 'jsonSchemas',
    template: 'json-schema',
    doc: 'JSON Schema files by which editors check and complete manifests',
    load: async () => (await import('./json-schema/json-schemas.ts')).jsonSchemas,
  },
  {
    setting: 'reference',
    template: 'reference',
    doc: 'a reference of the API in Markdown, one page for each group version',
    load: async () => (await import('./reference/reference.ts')).reference,
  },
]
