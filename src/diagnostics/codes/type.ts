import type { CodeDefinition } from '../code-definition.ts'

/** A package with one kind whose spec, and what else stands in the file, is given. */
function kindWith(spec: string, rest = ''): { readonly files: Readonly<Record<string, string>> } {
  return {
    files: {
      'api/v1/groupversion.ts': '// +groupName=ship.example.org\n',
      'api/v1/frigate.ts': [
        "import type { CustomResource } from 'kops'",
        rest,
        '// +kubebuilder:storageversion',
        'export interface Frigate extends CustomResource {',
        `  spec: ${spec}`,
        '}',
        '',
      ].join('\n'),
    },
  }
}

/** Mistakes in the TypeScript that a kind reaches. */
export const typeCodes = {
  'type/circular': {
    severity: 'error',
    message: '`{name}` needs itself before it is anything',
    why: 'an alias that leads back to itself without an object, array or record between has no structure',
    remedy: 'say what the alias stands for',
    example: kindWith('{ a: Loop }', 'type Loop = Partial<Loop>'),
  },
  'type/endless': {
    severity: 'error',
    message: '`{name}` grows with each use of itself',
    why: 'a schema is finite and has no references, so that a type which needs ever more types cannot be written',
    remedy:
      'use the type inside itself with the same type arguments, and cut the recursion by a marker',
    example: kindWith('Nest<string>', 'interface Nest<T> { deeper?: Nest<T[]> }'),
  },
  'type/invalid-tsconfig': {
    severity: 'error',
    message: 'the compiler options in {path} cannot be read',
    why: 'kops finds files and modules as the project’s own compiler does',
    remedy: 'correct the file as the note says',
    example: { files: { 'tsconfig.json': '{ "compilerOptions": { "target": "es1066" } }\n' } },
  },
  'type/library-not-found': {
    severity: 'error',
    message: 'the declaration of `{name}` in `{module}` cannot be read',
    why: 'naming a type of kops needs no file, but taking it apart (`keyof`, `Pick`, `T["name"]`) does',
    remedy: 'install the project’s packages, or name the type whole',
    example: kindWith(
      "Pick<Missing, 'a'>",
      "import type { Missing } from 'kops/kubernetes/no-such-group/v1'",
    ),
  },
  'type/lost-marker': {
    severity: 'error',
    message: 'the markers of `{name}` would be lost here',
    why: 'what TypeScript computes from a type no longer knows the name it came by, and a rule that vanishes silently is worse than none',
    remedy: 'write the resulting type out and mark it',
    example: kindWith(
      '{ port: Port & Small }',
      '// +kubebuilder:validation:MinLength=1\ntype Port = string\n// +kubebuilder:validation:MaxLength=9\ntype Small = string',
    ),
  },
  'type/missing-argument': {
    severity: 'error',
    message: '`{name}` needs a type for `{parameter}`',
    why: 'a generic type without its arguments is no type yet',
    remedy: 'give the argument, or the parameter a default',
    example: kindWith('Box', 'interface Box<T> { content: T }'),
  },
  'type/no-files': {
    severity: 'error',
    message: 'no source file is at `{path}`',
    why: 'a path that names nothing is most likely misspelt, and its kinds would be missing without a word',
    remedy: 'name a folder, a file or a glob relative to the project',
    example: { files: {}, arguments: ['manifests', '--paths', 'apis'] },
  },
  'type/no-property': {
    severity: 'error',
    message: '`{type}` has no property `{name}`',
    why: 'the type of a property that is not there is unknown',
    remedy: 'name a property that the type has',
    example: kindWith("Hull['mast']", 'interface Hull { keel: string }'),
  },
  'type/not-exported': {
    severity: 'error',
    message: '`{module}` does not export `{name}`',
    why: 'a kind reaches the name, and a type that is unknown would leave a hole in the schema',
    remedy: 'import a name that the module exports',
    example: {
      files: {
        ...kindWith('Hul', "import type { Hul } from './hull.ts'").files,
        'api/v1/hull.ts': 'export interface Hull { keel: string }\n',
      },
    },
  },
  'type/repeated-export': {
    severity: 'warning',
    message: '`{first}` and `{second}` both export `{name}`',
    why: 'the index of the folder passes on what its files export, and can pass on one thing of a name',
    remedy:
      'rename one of the two; the one that the index leaves out can be imported from its own file',
    example: {
      files: {
        'api/v1/frigate.ts': `// +groupName=ship.example.org
import type { CustomResource } from 'kops'
export interface Port { name: string }
export interface Frigate extends CustomResource { spec: Port }
`,
        'api/v1/galley.ts': `import type { CustomResource } from 'kops'
export interface Port { title: string }
export interface Galley extends CustomResource { spec: Port }
`,
      },
      arguments: ['generate'],
    },
  },
  'type/syntax': {
    severity: 'error',
    message: 'this is not TypeScript',
    why: 'what stands around a mistake of syntax can be read in several ways, and a schema must not be a guess',
    remedy: 'correct the place, as the note says',
    example: kindWith('{ hull: string'),
  },
  'type/too-complex': {
    severity: 'error',
    message: 'the type `{type}` cannot be computed',
    why: 'kops reads types from their syntax and asks the compiler for what syntax cannot tell; here the type depends on type arguments in a way that neither answers',
    remedy: 'write the resulting type out',
    example: kindWith(
      '{ a: Result<string> }',
      'type Result<T> = T extends string ? ReturnType<(value: T) => T> : never',
    ),
  },
  'type/runtime-schema': {
    severity: 'error',
    message: 'the type is computed from `{value}`, a schema that a library makes at run time',
    why: 'what such a schema checks and fills in are values of the program, which its type does not carry: the CustomResourceDefinition would check less, and ask for fields that the schema fills in',
    remedy:
      'write the interface, with markers or tags for what the schema checks, and let the schema follow it with `satisfies`',
    example: {
      files: {
        ...kindWith(
          'Output<typeof schema>',
          "import { object, type Output } from 'checks'\nconst schema = object({ port: { minimum: 1 } })",
        ).files,
        'node_modules/checks/package.json': '{ "name": "checks", "types": "index.d.ts" }\n',
        'node_modules/checks/index.d.ts': `export interface Schema<T> { parse(value: unknown): T }
export type Output<S> = S extends Schema<infer T> ? T : never
export declare function object<K extends string>(of: Record<K, object>): Schema<Record<K, number>>
`,
      },
    },
  },
  'type/tsconfig-not-found': {
    severity: 'error',
    message: 'there is no tsconfig at `{path}`',
    why: 'the tsconfig says which files belong to the project and how modules are found',
    remedy: 'name an existing file, relative to the folder that kops works in',
    example: { files: {}, arguments: ['manifests', '--tsconfig', 'tsconfig.build.json'] },
  },
  'type/unresolved-import': {
    severity: 'error',
    message: 'the module `{module}` is not found',
    why: 'a kind reaches a type from it, and a type that is unknown would leave a hole in the schema',
    remedy:
      'correct the specifier, install the package, or map the name in `paths` of the tsconfig',
    example: kindWith('Hull', "import type { Hull } from './hul.ts'"),
  },
  'type/unresolved-name': {
    severity: 'error',
    message: '`{name}` is not a type that is known here',
    why: 'a kind reaches the name, and a type that is unknown would leave a hole in the schema',
    remedy: 'import the type or declare it',
    example: kindWith('FrigateSpce', 'export interface FrigateSpec { keel: string }'),
  },
} as const satisfies Record<string, CodeDefinition>
